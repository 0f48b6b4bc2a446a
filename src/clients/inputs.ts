import type { Server } from '../model/server.ts';
import { getOwn, isMap, setOwn, type Value, type ValueMap } from '../model/value.ts';
import type { Quirks } from './types.ts';

const INPUT = /\$\{input:([^}]+)\}/g;

/**
 * Reads prompts for the user, `${input:id}`, as variables, so other clients get a reference they support. The id of
 * each variable is stored in the client's extras and restored when writing.
 */
export function inputsAsVariables(owner: string): Quirks {
  return {
    why: '`${input:id}`, a value the user is prompted for, becomes the variable `${ID}` in other clients',
    afterRead(server) {
      const { extras, ...fields } = server;
      const names = namesFor(fields as ValueMap);
      if (names.size === 0) return server;
      const inputs = Object.fromEntries([...names].map(([id, name]) => [name, id]));
      const replaced = withTexts(fields as ValueMap, (text) =>
        text.replaceAll(INPUT, (_, id: string) => `\${${names.get(id)}}`),
      );
      return { ...(replaced as Server), extras: { ...extras, [owner]: { ...ownOf(server, owner), inputs } } };
    },
    beforeWrite(server) {
      const { inputs, ...own } = ownOf(server, owner);
      if (!isMap(inputs)) return server;
      const { extras, ...fields } = server;
      const restored = withTexts(fields as ValueMap, (text) =>
        text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => {
          const id = getOwn(inputs, name);
          return typeof id === 'string' ? `\${input:${id}}` : whole;
        }),
      );
      return { ...(restored as Server), extras: { ...extras, [owner]: own } };
    },
  };
}

/** The variables of a server for which its client prompts the user. */
export function promptedVariables(server: Server, owner: string): string[] {
  const { inputs } = ownOf(server, owner);
  return isMap(inputs) ? Object.keys(inputs) : [];
}

function ownOf(server: Server, owner: string): ValueMap {
  const own = server.extras?.[owner];
  return isMap(own) ? own : {};
}

/** A variable name for each input: its id in capitals, distinct from existing variables. */
function namesFor(fields: ValueMap): Map<string, string> {
  const ids = new Set<string>();
  const taken = new Set<string>();
  withTexts(fields, (text) => {
    for (const [, id] of text.matchAll(INPUT)) ids.add(id as string);
    for (const [, name] of text.matchAll(/\$\{(\w+)/g)) taken.add(name as string);
    return text;
  });
  const names = new Map<string, string>();
  for (const id of ids) {
    let name = id
      .toUpperCase()
      .replaceAll(/[^A-Z0-9_]/g, '_')
      .replace(/^(?=\d)/, '_');
    while (taken.has(name)) name += '_';
    taken.add(name);
    names.set(id, name);
  }
  return names;
}

function withTexts(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change));
  if (!isMap(value)) return value;
  const map: ValueMap = {};
  for (const [key, item] of Object.entries(value)) setOwn(map, key, withTexts(item, change));
  return map;
}
