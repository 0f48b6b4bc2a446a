import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { clients, type ClientId } from '../../../src/clients/registry.ts';
import type { Target } from '../../../src/manage/plan/target.ts';
import type { Host } from '../../../src/model/host.ts';
import type { Scope } from '../../../src/model/scope.ts';
import { slashedPath } from '../../../src/model/short-path.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';

/** A home and a project of their own, with files in them. Paths with `~/` are in the home, others in the project. */
export interface Workspace {
  readonly host: Host;
  path(name: string): string;
  read(name: string): string | undefined;
  write(name: string, text: string): void;
  /** Every file in the home and the project except our own state, by name. */
  files(): Record<string, string>;
}

export function workspace(files: Readonly<Record<string, string>> = {}): Workspace {
  const root = slashed(mkdtempSync(join(homedir(), 'workspace-')));
  const [home, project] = [`${root}/home`, `${root}/project`];
  for (const directory of [home, project]) mkdirSync(directory, { recursive: true });
  const path = (name: string): string =>
    name.startsWith('~/') ? `${home}/${name.slice(2)}` : slashed(join(project, name));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const env = { PATH: process.env['PATH'], PLUGBOARD_HOME: `${root}/plugboard` };
  const here = nodeHost();
  return {
    host: { ...here, fs: withPermissionBits(here.fs), home, cwd: project, env, platform: 'linux' },
    path,
    read: (name) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : undefined),
    write,
    files: () => ({ ...filesIn(home, '~/'), ...filesIn(project, '') }),
  };
}

/** As the program has paths. */
function slashed(path: string): string {
  return slashedPath(path, process.platform === 'win32' ? 'win32' : 'linux');
}

/** The disk of a Windows that has to look like Linux: its files have no permission bits, so they would not be private. */
function withPermissionBits(fs: Host['fs']): Host['fs'] {
  if (process.platform !== 'win32') return fs;
  const status: Host['fs']['status'] = async (path) => {
    const found = await fs.status(path);
    return found && { ...found, mode: found.mode & ~0o077 };
  };
  return { ...fs, status };
}

function filesIn(directory: string, prefix: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => slashed(join(entry.parentPath, entry.name)));
  return Object.fromEntries(
    paths.map((path) => [prefix + path.slice(directory.length + 1), readFileSync(path, 'utf8')]),
  );
}

/** `claude-code:project` as a target. */
export function target(name: `${ClientId}:${string}`): Target {
  const [id, place = ''] = name.split(':');
  const [scope, variant] = place.split('-');
  const client = clients[id as ClientId];
  return variant === undefined ? { client, scope: scope as Scope } : { client, scope: scope as Scope, variant };
}
