import { relative } from 'node:path';
import { pathsOf } from '../../clients/paths.ts';
import { readDocument } from '../../clients/read-document.ts';
import { clients } from '../../clients/registry.ts';
import type { Client, Location } from '../../clients/types.ts';
import { loadFormat } from '../../formats/index.ts';
import { surroundingsOf } from '../../manage/plan/target.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import { type GitReading, readGit } from '../../store/git/run-git.ts';
import { checkoutAround, realPath } from '../../trust/territory.ts';
import { foundSecret, type FoundSecret } from './scan.ts';
import { secretFingerprint } from './secret-fingerprint.ts';

/** An old version of a config file. */
interface Version {
  readonly blob: string;
  /** The oldest commit that has it. */
  readonly commit: string;
  /** Relative to the top of the work tree. */
  readonly path: string;
}

/**
 * Plain secrets in old versions of this project's config files, in all branches. Each version is read once, so it takes
 * time in proportion to their number.
 */
export async function scanHistory(host: Host): Promise<FoundSecret[]> {
  const directory = realPath(host.cwd);
  const top = checkoutAround(directory) ?? directory;
  const below = relative(top, directory).replaceAll('\\', '/');
  const prefix = below === '' ? '' : `${below}/`;
  const places = projectPlaces(host);
  const paths = [...places.keys()].map((path) => `${prefix}${path}`);
  const versions = await versionsOf(host, paths);
  const found = new Map<string, FoundSecret>();
  for (const version of versions) {
    const text = await git(host, ['cat-file', 'blob', version.blob]);
    for (const { client, location } of places.get(version.path.slice(prefix.length)) ?? [])
      for (const one of await foundIn(text, { client, location, version, top, host })) {
        const key = [one.file, one.server, one.field, one.fingerprint].join('\n');
        if (!found.has(key)) found.set(key, one);
      }
  }
  return [...found.values()];
}

/** Whether the repository has only the newest commits, so that older versions cannot be read. */
export async function isShallow(host: Host): Promise<boolean> {
  return (await git(host, ['rev-parse', '--is-shallow-repository'])).trim() === 'true';
}

interface Reading {
  readonly client: Client;
  readonly location: Location;
  readonly version: Version;
  readonly top: string;
  readonly host: Host;
}

async function foundIn(text: string, { client, location, version, top, host }: Reading): Promise<FoundSecret[]> {
  const document = (await loadFormat(location.format)).parse(text);
  const { scope, variant } = location;
  const place = { scope, project: host.cwd, ...(variant !== undefined && { variant }) };
  const found: FoundSecret[] = [];
  for (const { name, server, path, native } of readDocument(client, document.value, place)) {
    for (const secret of secretsIn(server)) {
      const subject = {
        name,
        server,
        client,
        scope,
        file: `${top}/${version.path}`,
        at: { path, native, source: document },
      };
      const one = foundSecret(subject, secret, await secretFingerprint(secret.secret ?? secret.text));
      found.push({ ...one, commit: version.commit });
    }
  }
  return found;
}

/** The config files of this project by path, with the clients that read them. */
function projectPlaces(host: Host): Map<string, { client: Client; location: Location }[]> {
  const places = new Map<string, { client: Client; location: Location }[]>();
  const surroundings = surroundingsOf(host);
  for (const client of Object.values(clients as Record<string, Client>)) {
    for (const location of client.locations) {
      for (const path of pathsOf(location, surroundings)) {
        const isHere = path.startsWith(`${host.cwd}/`) && location.scope !== 'user' && !location.atProject;
        const relative = path.slice(host.cwd.length + 1);
        // One reader of a file is enough: they find the same values.
        if (isHere && !places.has(relative)) places.set(relative, [{ client, location }]);
      }
    }
  }
  return places;
}

async function versionsOf(host: Host, paths: readonly string[]): Promise<Version[]> {
  const commits = await git(host, ['rev-list', '--all', '--reverse', '--', ...paths.map((path) => `:(top)${path}`)]);
  if (commits.trim() === '') return [];
  const how = ['--stdin', '-r', '-m', '--root', '--no-abbrev', '--no-renames', '-z'];
  const which = paths.map((path) => `:(top)${path}`);
  const raw = await git(
    host,
    ['diff-tree', '--no-ext-diff', '--no-textconv', '--raw', ...how, '--', ...which],
    commits,
  );
  const versions = new Map<string, Version>();
  let commit = '';
  const words = raw.split('\0');
  for (const [index, word] of words.entries()) {
    const blob = /^:\d+ \d+ [\da-f]+ ([\da-f]+) [AMT]/.exec(word)?.[1];
    const path = words[index + 1] ?? '';
    if (/^[\da-f]{40,64}\n?$/.test(word)) commit = word.trim();
    else if (blob !== undefined && !versions.has(`${blob} ${path}`))
      versions.set(`${blob} ${path}`, { blob, commit, path });
  }
  return [...versions.values()];
}

async function git(host: Host, args: GitReading, input?: string): Promise<string> {
  const failed = (why: string, cause?: unknown): PlugboardError<'history-unreadable'> =>
    new PlugboardError('history-unreadable', { why }, cause);
  const ended = await readGit(host, host.cwd, args, input === undefined ? {} : { input }).catch((error: unknown) => {
    throw failed('git is not installed, or takes too long', error);
  });
  if (!ended) throw failed('this directory is not in a git repository');
  if (ended.code !== 0) throw failed(ended.errors.trim().split('\n')[0] ?? '');
  return ended.output;
}
