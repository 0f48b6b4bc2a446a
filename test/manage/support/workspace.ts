import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { clients, type ClientId } from '../../../src/clients/registry.ts';
import type { Target } from '../../../src/manage/plan/target.ts';
import type { Host } from '../../../src/model/host.ts';
import type { Scope } from '../../../src/model/scope.ts';
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
  const root = mkdtempSync(join(homedir(), 'workspace-'));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const directory of [home, project]) mkdirSync(directory, { recursive: true });
  const path = (name: string): string => (name.startsWith('~/') ? join(home, name.slice(2)) : join(project, name));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const env = { PATH: process.env['PATH'], PLUGBOARD_HOME: join(root, 'plugboard') };
  return {
    host: { ...nodeHost(), home, cwd: project, env, platform: 'linux' },
    path,
    read: (name) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : undefined),
    write,
    files: () => ({ ...filesIn(home, '~/'), ...filesIn(project, '') }),
  };
}

function filesIn(directory: string, prefix: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name));
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
