import { dirname } from 'node:path';
import { type LauncherLine, secretsOf } from '../../model/launcher/launcher-entry.ts';
import { isExpansionOf, variablesIn } from '../../model/launcher/match-line.ts';
import type { Environment } from '../../model/reference.ts';
import { realPathOf } from '../around/quick-files.ts';
import { isFolderData } from './folder-data.ts';
import { isFor, launcherKey, without } from './grants.ts';
import { programsOf, searchedDirectories } from './programs.ts';
import { keptDirectories, namesOf, withSearchPath } from './search-path.ts';
import type { StartPlace } from './start-place.ts';
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

/** Who asks for secrets, and how it starts. */
export interface Asking {
  readonly line: LauncherLine;
  /** The directories that were added to PATH because its program was not found. */
  readonly added?: readonly string[];
  /** The entry, if Plugboard starts it itself. */
  readonly entry?: StartedEntry;
}

/** An entry that Plugboard starts, whose line is as it is written. */
export interface StartedEntry {
  /** The key of its grants. */
  readonly key: string;
  /** The person's own may have any secret. Without a grant it is judged by that of an earlier version, which records no start. */
  readonly isOwn: boolean;
  /** The secrets that it asks for: others of its line may be set in the environment. */
  readonly names: readonly string[];
  /** Its words as they are started. */
  readonly words: readonly string[];
  readonly says: Said;
}

/** What a definition itself says of its start: its grant is for that already. */
export interface Said {
  readonly variables: readonly string[];
  /** Working directories. */
  readonly directories: readonly string[];
  /** Directories of its PATH. */
  readonly path: readonly string[];
}

/**
 * Judges a start here: whether it gets the secrets that it asks for. What it starts looks for other programs only where a
 * person knew of.
 */
export function judgeStart(index: VaultIndex, asking: Asking, host: StartPlace): Judged {
  const { line, entry } = asking;
  const wanted = entry?.names ?? secretsOf(line);
  if (wanted.length === 0) return { env: host.env };
  const words = entry?.words ?? line.words;
  const added = [...(asking.added ?? []), ...(entry?.says.path ?? [])];
  const main = words[0] ?? '';
  const matching = grantsFor(index, asking, host);
  const referred = entry ? variablesIn(line) : matching.flatMap((grant) => (grant.line ? variablesIn(grant.line) : []));
  const start = withoutSaid(startOf(host, words, referred), entry?.says);
  const differing = new Map(matching.map((grant) => [grant, differencesOf(grant, { line, start, host, main })]));
  const giving = matching.filter((grant) => differing.get(grant)?.length === 0);
  const names = without(wanted, giving);
  if (names.length > 0) {
    const isKnown = without(names, matching).length === 0;
    const differs = isKnown ? [...new Set([...differing.values()].flat())] : [];
    const unknown = matching.flatMap(({ starts }) => unknownPrograms(starts, start, { ...host, main }));
    return { withheld: { names, differs, start: agreeable(start, pathFor(matching, host, added), unknown, host) } };
  }
  const path = pathFor(giving, host, added);
  if (path.join('\0') === searchedDirectories(host).join('\0')) return { env: host.env };
  const env = withSearchPath(host, path);
  // Without the other directories, a program must still be the one that was compared.
  const there = programsOf({ ...host, env }, words);
  const moved = Object.keys(start.programs).filter((name) => start.programs[name]?.at(-1) !== there[name]?.at(-1));
  if (moved.length === 0) return { env };
  const differs = moved.map((name) => `${name} is ${start.programs[name]?.[0]}`);
  return { withheld: { names: wanted, differs, start: agreeable(start, path, moved, host) } };
}

/** The grants of an entry, or of a line whose starter cannot be known. */
function grantsFor({ grants }: VaultIndex, { line, entry }: Asking, host: StartPlace): Grant[] {
  if (!entry) return grants.filter(isFor(line, host));
  const { key, names, isOwn } = entry;
  const found = grants.filter((grant) => grant.key === key);
  if (!isOwn) return found;
  const own = found.length > 0 ? found : [{ key, server: line.server, secrets: [], time: '' }];
  return own.map((grant) => ({ ...grant, secrets: names }));
}

function withoutSaid(start: Start, says: Said | undefined): Start {
  if (!says) return start;
  const { directory, env, programs, ...rest } = start;
  const isSaid = (file = ''): boolean => says.path.includes(dirname(file));
  return {
    ...rest,
    programs: Object.fromEntries(Object.entries(programs).filter(([, [file]]) => !isSaid(file))),
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !says.variables.includes(name))),
    ...(directory !== undefined && !says.directories.map(realPathOf).includes(directory) && { directory }),
  };
}

function pathFor(grants: readonly Grant[], host: StartPlace, added: readonly string[]): string[] {
  return keptDirectories(
    host,
    grants.map(({ starts }) => starts?.path),
    added,
  );
}

/** The start as a person can agree to it: of PATH only what is kept, and where the programs are that they are told of. */
function agreeable(start: Start, kept: readonly string[], told: readonly string[], host: StartPlace): Start {
  const own = told.flatMap((name) => start.programs[name]?.slice(0, 1) ?? []).map((file) => dirname(file));
  return { ...start, path: [...new Set([...kept, ...own].flatMap((one) => namesOf(one, host)))] };
}

interface Seen {
  readonly line: LauncherLine;
  readonly start: Start;
  readonly host: StartPlace;
  readonly main: string;
}

function differencesOf(grant: Grant, { line, start, host, main }: Seen): string[] {
  const isExact = grant.key === launcherKey(line);
  const differs = differences(grant.starts, start, { ...host, main });
  const { line: written } = grant;
  if (isExact || !written) return differs;
  const takesFolder = (at: number): boolean => isFolderData(written.words, at, line.words[at] ?? '');
  if (isExpansionOf(line, written, { ...host, takesFolder })) return differs;
  return [...differs, 'a folder of the editor names what it runs'];
}
