import { diagnostic, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { maxNameLength, nameFlaw } from '../../model/server-name.ts';
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
 * Gives every server a valid name of its own. Documentation shows one server in many ways, so a definition that is
 * there already is left out; another definition under the same name gets a number.
 */
export function settleNames(drafts: readonly Draft[]): Settled {
  const names = new Names();
  const seen = new Set<string>();
  const settled = new Map<Draft, PastedServer>();
  const diagnostics: Diagnostic[] = [];
  // Named ones first: a server without a name is most likely one of them.
  for (const draft of drafts.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))) {
    const wanted = cleanName(isNamed(draft) ? (draft.name ?? '') : (draft.proposal ?? proposeName(draft.server)));
    const definition = definitionOf(draft.server);
    if (seen.has(isNamed(draft) ? `${wanted} ${definition}` : definition)) {
      // Left out as one that is there already, but its name is as wrong as that of any other.
      if (draft.name === '') diagnostics.push(...findingsAbout('', draft.at, wanted));
      continue;
    }
    seen.add(definition).add(`${wanted} ${definition}`);
    const name = names.take(wanted);
    settled.set(draft, pastedServer(draft, name));
    if (draft.name !== undefined) diagnostics.push(...findingsAbout(draft.name, draft.at, name));
  }
  return { servers: drafts.flatMap((draft) => settled.get(draft) ?? []), diagnostics };
}

function isNamed({ name }: Draft): boolean {
  return name !== undefined && name !== '';
}

function pastedServer(draft: Draft, name: string): PastedServer {
  const { server, dialect, scope } = draft;
  return {
    name,
    named: isNamed(draft),
    server,
    ...(dialect === undefined ? {} : { dialect }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** Names that are given away, and how far each has been counted. */
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

/** What is wrong with a name, and what became of it. */
function findingsAbout(written: string, at: number, name: string): Diagnostic[] {
  const place = placeAt(at, at + written.length);
  const flaw = nameFlaw(written);
  return [
    ...(flaw === 'empty' ? [diagnostic('name-empty', {}, place)] : []),
    ...(flaw === 'characters' ? [diagnostic('name-characters', { name: written.slice(0, 200) }, place)] : []),
    ...(flaw === 'too-long'
      ? [diagnostic('name-too-long', { length: written.length, max: maxNameLength }, place)]
      : []),
    ...(written !== name && flaw !== 'empty'
      ? [diagnostic('name-differs', { name: written.slice(0, 200), key: name }, place)]
      : []),
  ];
}

/** The same text for definitions that start or reach the same thing in the same way. */
function definitionOf(server: Server): string {
  const { name: _name, extras: _extras, title: _title, description: _description, ...rest } = server;
  const said = Object.entries(rest as ValueMap).filter(([field, value]) => {
    if (field === 'transport' || value === undefined || (field === 'disabled' && value === false)) return false;
    return Array.isArray(value) ? value.length > 0 : !isMap(value) || Object.keys(value).length > 0;
  });
  const sorted = said.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([inferTransport(server), ...sorted]);
}
