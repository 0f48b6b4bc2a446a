import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { type LauncherLine, secretsOf } from '../../model/launcher/launcher-entry.ts';
import { isExpansionOf, variablesIn } from '../../model/launcher/match-line.ts';
import type { Environment } from '../../model/reference.ts';
import { isFolderData } from './folder-data.ts';
import { isFor, launcherKey, without } from './grants.ts';
import { programsOf, searchedDirectories } from './programs.ts';
import { keptDirectories, namesOf, withSearchPath } from './search-path.ts';
import { differences, type Start, startOf, unknownPrograms } from './start.ts';
import type { Grant, VaultIndex } from './vault-index.ts';

export interface Withheld {
  readonly names: readonly string[];
  /** Why not, in words, if the line has a grant: what differs from the starts that it is for. */
  readonly differs: readonly string[];
  readonly start: Start;
}

/** A start gets all secrets of its line, in this environment, or is withheld some. */
export type Judged = { readonly env: Environment } | { readonly withheld: Withheld };

/**
 * Judges the start of a line here. What it starts looks for other programs only where a person knew of: `added` are the
 * directories that were added to PATH because its program was not found.
 */
export function judgeStart(
  { grants }: VaultIndex,
  line: LauncherLine,
  host: Host,
  added: readonly string[] = [],
): Judged {
  const wanted = secretsOf(line);
  if (wanted.length === 0) return { env: host.env };
  const matching = grants.filter(isFor(line, host));
  const referred = matching.flatMap((grant) => (grant.line ? variablesIn(grant.line) : []));
  const start = startOf(host, line.words, referred);
  const differing = new Map(matching.map((grant) => [grant, differencesOf(grant, { line, start, host })]));
  const giving = matching.filter((grant) => differing.get(grant)?.length === 0);
  const names = without(wanted, giving);
  if (names.length > 0) {
    const isKnown = without(names, matching).length === 0;
    const differs = isKnown ? [...new Set([...differing.values()].flat())] : [];
    const unknown = matching.flatMap(({ starts }) => unknownPrograms(starts, start, startedOn(host, line)));
    return { withheld: { names, differs, start: agreeable(start, pathFor(matching, host, added), unknown, host) } };
  }
  const path = pathFor(giving, host, added);
  if (path.join('\0') === searchedDirectories(host).join('\0')) return { env: host.env };
  const env = withSearchPath(host, path);
  // Without the other directories, a program must still be the one that was compared.
  const there = programsOf({ ...host, env }, line.words);
  const moved = Object.keys(start.programs).filter((name) => start.programs[name]?.at(-1) !== there[name]?.at(-1));
  if (moved.length === 0) return { env };
  const differs = moved.map((name) => `${name} is ${start.programs[name]?.[0]}`);
  return { withheld: { names: wanted, differs, start: agreeable(start, path, moved, host) } };
}

function pathFor(grants: readonly Grant[], host: Host, added: readonly string[]): string[] {
  return keptDirectories(
    host,
    grants.map(({ starts }) => starts?.path),
    added,
  );
}

/** The start as a person can agree to it: of PATH only what is kept, and where the programs are that they are told of. */
function agreeable(start: Start, kept: readonly string[], told: readonly string[], host: Host): Start {
  const own = told.flatMap((name) => start.programs[name]?.slice(0, 1) ?? []).map((file) => dirname(file));
  return { ...start, path: [...new Set([...kept, ...own].flatMap((one) => namesOf(one, host)))] };
}

interface Seen {
  readonly line: LauncherLine;
  readonly start: Start;
  readonly host: Host;
}

function differencesOf(grant: Grant, { line, start, host }: Seen): string[] {
  const isExact = grant.key === launcherKey(line);
  const differs = differences(grant.starts, start, startedOn(host, line));
  const { line: written } = grant;
  if (isExact || !written) return differs;
  const takesFolder = (at: number): boolean => isFolderData(written.words, at, line.words[at] ?? '');
  if (isExpansionOf(line, written, { ...host, takesFolder })) return differs;
  return [...differs, 'a folder of the editor names what it runs'];
}

function startedOn(host: Host, { words }: LauncherLine): Host & { readonly main: string } {
  return { ...host, main: words[0] ?? '' };
}
