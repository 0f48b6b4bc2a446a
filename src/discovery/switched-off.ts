import { type Surroundings, resolvePath } from '../clients/paths.ts';
import type { Client, Switch } from '../clients/types.ts';
import type { Scope } from '../model/scope.ts';
import { valueAt } from '../model/value.ts';
import type { ParsedFile, ReadFile } from './parsed-files.ts';

/** The lists of disabled servers of a client. */
export interface SwitchLists {
  /** Files with such a list that do not define servers. */
  readonly files: readonly ParsedFile[];
  /** Names that are disabled for entries of this scope in this file. */
  namesIn(scope: Scope, file: ParsedFile): ReadonlySet<unknown>;
}

/** Reads all lists, not only the one that a change would be written to. */
export async function readSwitchLists(
  { switches = [] }: Client,
  surroundings: Surroundings,
  read: ReadFile,
): Promise<SwitchLists> {
  const elsewhere = await Promise.all(switches.map((one) => readOther(one, surroundings, read)));
  return {
    files: elsewhere.filter((file) => file !== undefined),
    namesIn(scope, own) {
      const names = new Set<unknown>();
      for (const [index, { scopes, path, at }] of switches.entries()) {
        if (!scopes.includes(scope)) continue;
        const file = path === undefined ? own : elsewhere[index];
        const list = valueAt(file?.document?.value, typeof at === 'function' ? at(surroundings.project) : at);
        for (const name of Array.isArray(list) ? list : []) names.add(name);
      }
      return names;
    },
  };
}

async function readOther(one: Switch, surroundings: Surroundings, read: ReadFile): Promise<ParsedFile | undefined> {
  if (one.path === undefined) return undefined;
  return read(resolvePath(one.path, surroundings, one.baseVariable), one.format);
}
