import { diagnostic, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { maxNameLength, nameIssue } from '../../model/server-name.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { isMap, type ValueMap } from '../../model/value.ts';
import { placeAt } from './moved.ts';
import { cleanName, proposeName } from './propose-name.ts';
import type { Draft, PastedServer } from './types.ts';

export interface Settled {
  readonly servers: readonly PastedServer[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Gives every server a unique valid name. Documentation shows one server in many ways, so duplicate definitions are
 * dropped; a different definition of the same name gets a number.
 */
export function settleNames(drafts: readonly Draft[]): Settled {
  const names = new Names();
  const seen = new Set<string>();
  const settled = new Map<Draft, PastedServer>();
  const diagnostics: Diagnostic[] = [];
  // Named servers first: an unnamed one most likely duplicates one of them.
  for (const draft of drafts.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))) {
    const wanted = cleanName(isNamed(draft) ? (draft.name ?? '') : (draft.proposal ?? proposeName(draft.server)));
    const definition = definitionOf(draft.server);
    if (seen.has(isNamed(draft) ? `${wanted} ${definition}` : definition)) {
      // Dropped as a duplicate, but its invalid name is still reported.
      if (draft.name === '') diagnostics.push(...issuesAbout('', draft.at, wanted));
      continue;
    }
    seen.add(definition).add(`${wanted} ${definition}`);
    const name = names.take(wanted);
    settled.set(draft, pastedServer(draft, name));
    if (draft.name !== undefined) diagnostics.push(...issuesAbout(draft.name, draft.at, name));
  }
  return { servers: drafts.flatMap((draft) => settled.get(draft) ?? []), diagnostics };
}

function isNamed({ name }: Draft): boolean {
  return name !== undefined && name !== '';
}

function pastedServer(draft: Draft, name: string): PastedServer {
  const { server, dialect, scope, isLink } = draft;
  return {
    name,
    named: isNamed(draft),
    server,
    ...(dialect === undefined ? {} : { dialect }),
    ...(scope === undefined ? {} : { scope }),
    ...(isLink && { isLink }),
  };
}

/** Names in use, and the last number tried for each. */
class Names {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  take(wanted: string): string {
    let name = wanted;
    for (let count = this.#counts.get(wanted) ?? 2; this.#taken.has(name); count += 1) {
      const ending = `-${count}`;
      name = wanted.slice(0, maxNameLength - ending.length) + ending;
      this.#counts.set(wanted, count + 1);
    }
    this.#taken.add(name);
    return name;
  }
}

/** Issues with a name, and the name used instead. */
function issuesAbout(written: string, at: number, name: string): Diagnostic[] {
  const place = placeAt(at, at + written.length);
  const issue = nameIssue(written);
  return [
    ...(issue === 'empty' ? [diagnostic('name-empty', {}, place)] : []),
    ...(issue === 'characters' ? [diagnostic('name-characters', { name: written.slice(0, 200) }, place)] : []),
    ...(issue === 'too-long'
      ? [diagnostic('name-too-long', { length: written.length, max: maxNameLength }, place)]
      : []),
    ...(written !== name && issue !== 'empty'
      ? [diagnostic('name-differs', { name: written.slice(0, 200), key: name }, place)]
      : []),
  ];
}

/** Equal for definitions that start or connect to the same thing in the same way. */
function definitionOf(server: Server): string {
  const { name: _name, extras: _extras, title: _title, description: _description, ...rest } = server;
  const said = Object.entries(rest as ValueMap).filter(([field, value]) => {
    if (field === 'transport' || value === undefined || (field === 'disabled' && value === false)) return false;
    return Array.isArray(value) ? value.length > 0 : !isMap(value) || Object.keys(value).length > 0;
  });
  const sorted = said.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([inferTransport(server), ...sorted]);
}
