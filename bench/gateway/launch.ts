import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerEntry } from './contender.ts';

export const programFile = (name: string): string => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

/** Starts a program that goes on by itself. */
export function launch(
  [command, ...args]: readonly [string, ...string[]],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): number {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' });
  return child.pid ?? 0;
}

/** A program that believes this folder to be its home. */
export function homeAt(folder: string): Record<string, string> {
  return {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, '.config'),
    XDG_STATE_HOME: join(folder, '.local/state'),
    XDG_DATA_HOME: join(folder, '.local/share'),
    XDG_CACHE_HOME: join(folder, '.cache'),
    XDG_RUNTIME_DIR: folder,
  };
}

/** Writes the file of servers that most programs read in this form, and says where it is. */
export function writeServers(
  folder: string,
  servers: readonly ServerEntry[],
  extra: { readonly file?: string; readonly all?: object; readonly each?: object } = {},
): string {
  const { file = 'servers.json', all = {}, each = {} } = extra;
  const entries = servers.map(({ name, ...entry }) => [name, { ...entry, ...each }]);
  const path = join(folder, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...all, mcpServers: Object.fromEntries(entries) as object }));
  return path;
}
