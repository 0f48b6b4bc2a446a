import type { Revision } from '../formats/revision.ts';
import { because, type Loss } from '../model/diagnostics/loss.ts';
import { mapTexts, textsIn } from '../model/diagnostics/texts.ts';
import type { Server } from '../model/server.ts';
import { getOwn, isMap, type Path, sameValue, setOwn, type Value, valueAt, type ValueMap } from '../model/value.ts';
import type { Client, Quirks } from './types.ts';

const INPUT = /\$\{input:([^}]+)\}/g;

/**
 * Reads prompts for the user, `${input:id}`, as variables, so other clients get a reference they support. The id of
 * each variable is stored in the client's extras and restored when writing, also for another client with prompts.
 */
export function inputsAsVariables(owner: string): Quirks {
  return {
    why: '`${input:id}`, a value the user is prompted for, becomes the variable `${ID}` in other clients; its definition under `inputs` is copied to clients that have prompts too',
    afterRead(server) {
      const { extras, ...fields } = server;
      const names = namesFor(fields as ValueMap);
      if (names.size === 0) return server;
      const inputs = Object.fromEntries([...names].map(([id, name]) => [name, id]));
      const replaced = mapTexts(fields as ValueMap, (text) =>
        text.replaceAll(INPUT, (_, id: string) => `\${${names.get(id)}}`),
      );
      return { ...(replaced as Server), extras: { ...extras, [owner]: { ...settingsOf(server, owner), inputs } } };
    },
    beforeWrite(server) {
      const ids = idsIn(server, owner);
      if (ids.size === 0) return server;
      const { extras, ...fields } = server;
      const restored = mapTexts(fields as ValueMap, (text) =>
        text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => {
          const id = ids.get(name);
          return id === undefined ? whole : `\${input:${id}}`;
        }),
      );
      return { ...(restored as Server), extras: withoutInputs(extras) };
    },
  };
}

/** The variables of a server for which its client prompts the user. */
export function promptedVariables(server: Server, owner: string): string[] {
  const { inputs } = settingsOf(server, owner);
  return isMap(inputs) ? Object.keys(inputs) : [];
}

/** The server with the definitions of its prompts, which are elsewhere in the document. */
export function withInputDefinitions(client: Client, root: Value | undefined, server: Server): Server {
  const defined = client.inputs && valueAt(root, client.inputs);
  return Array.isArray(defined) ? withDefinitions(client, server, defined) : server;
}

/** The server as a client would read it, with the definitions of prompts that `original` has. */
export function withInputDefinitionsOf(original: Server, client: Client, server: Server): Server {
  return client.inputs ? withDefinitions(client, server, definitionsIn(original, client.id)) : server;
}

function withDefinitions(client: Client, server: Server, defined: readonly Value[]): Server {
  const own = settingsOf(server, client.id);
  const { inputs } = own;
  if (!isMap(inputs)) return server;
  const found: ValueMap = {};
  for (const [name, id] of Object.entries(inputs)) {
    const definition = defined.find((one) => isMap(one) && one['id'] === id);
    setOwn(found, name, definition ?? id);
  }
  return { ...server, extras: { ...server.extras, [client.id]: { ...own, inputs: found } } };
}

export interface AddedInputs {
  /** Ids of the definitions that were added. */
  readonly added: readonly string[];
  readonly losses: readonly Loss[];
}

/** Adds the definitions of the prompts that an entry uses. Existing definitions are kept; one that differs is a loss. */
export function addInputDefinitions(client: Client, revision: Revision, native: ValueMap, server: Server): AddedInputs {
  const added: string[] = [];
  const losses: Loss[] = [];
  if (!client.inputs) return { added, losses };
  const used = inputIdsIn(native);
  for (const definition of definitionsIn(server, client.id)) {
    const there = valueAt(revision.value, client.inputs);
    const id = definition['id'];
    if (typeof id !== 'string' || !used.delete(id)) continue;
    const loss = { field: `inputs.${id}`, client: client.id } as const;
    if (there !== undefined && !Array.isArray(there)) {
      losses.push({ ...loss, action: 'dropped', ...because('prompts-not-a-list') });
      continue;
    }
    const present = there?.find((one) => isMap(one) && one['id'] === id);
    if (present !== undefined) {
      if (!sameValue(present, definition)) losses.push({ ...loss, action: 'mapped', ...because('prompt-differs') });
      continue;
    }
    if (there) revision.set([...client.inputs, there.length] satisfies Path, definition);
    else revision.set(client.inputs, [definition]);
    added.push(id);
  }
  return { added, losses };
}

/** Where the prompts are defined that only the entry at this path uses, last one first. */
export function inputsUsedOnlyAt({ inputs }: Client, root: Value | undefined, entry: Path): [id: string, at: Path][] {
  const defined = inputs && valueAt(root, inputs);
  if (!inputs || !Array.isArray(defined)) return [];
  const own = inputIdsIn(valueAt(root, entry));
  if (own.size === 0) return [];
  for (const id of inputIdsIn(root, [inputs, entry])) own.delete(id);
  return [...defined.entries()].toReversed().flatMap(([index, one]) => {
    const id = isMap(one) ? one['id'] : undefined;
    return typeof id === 'string' && own.has(id) ? [[id, [...inputs, index]] as [string, Path]] : [];
  });
}

function inputIdsIn(value: Value | undefined, except: readonly Path[] = []): Set<string> {
  const isLeftOut = (path: Path): boolean => except.some((one) => one.every((step, index) => path[index] === step));
  const texts = textsIn(value).filter(({ path }) => !isLeftOut(path));
  return new Set(texts.flatMap(({ text }) => [...text.matchAll(INPUT)].map(([, id]) => id as string)));
}

/** Prompts of all clients in a server, those of `owner` first: variable and id or definition. */
function inputsIn(server: Server, owner: string): [name: string, input: Value][] {
  const owners = [owner, ...Object.keys(server.extras ?? {}).filter((one) => one !== owner)];
  return owners.flatMap((one) => {
    const { inputs } = settingsOf(server, one);
    return isMap(inputs) ? Object.entries(inputs) : [];
  });
}

function definitionsIn(server: Server, owner: string): ValueMap[] {
  return inputsIn(server, owner).flatMap(([, input]) => (isMap(input) ? [input] : []));
}

function idsIn(server: Server, owner: string): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [name, input] of inputsIn(server, owner)) {
    const id = isMap(input) ? getOwn(input, 'id') : input;
    if (typeof id === 'string' && !ids.has(name)) ids.set(name, id);
  }
  return ids;
}

function withoutInputs(extras: Server['extras'] = {}): Record<string, Value> {
  const rest: Record<string, Value> = {};
  for (const [owner, settings] of Object.entries(extras)) {
    if (!isMap(settings)) setOwn(rest, owner, settings);
    else {
      const { inputs: _, ...others } = settings;
      if (Object.keys(others).length > 0) setOwn(rest, owner, others);
    }
  }
  return rest;
}

function settingsOf(server: Server, owner: string): ValueMap {
  const own = getOwn(server.extras ?? {}, owner);
  return isMap(own) ? own : {};
}

/** A variable name for each input: its id in capitals, distinct from existing variables. */
function namesFor(fields: ValueMap): Map<string, string> {
  const ids = new Set<string>();
  const taken = new Set<string>();
  mapTexts(fields, (text) => {
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
