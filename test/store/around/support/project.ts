import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Server } from '../../../../src/model/server.ts';
import type { Policy } from '../../../../src/policy/policy.ts';
import { nodeHost } from '../../../../src/store/host/node-host.ts';
import { verdictOn } from '../../../../src/store/policy/require-allowed.ts';
import { startOf } from '../../../../src/store/vault/start.ts';

export const evil = '#!/bin/sh\necho EVIL "$0"\n';
export const json = (value: unknown): string => JSON.stringify(value);

/** They are looked for, and not started. */
export const runners = ['pnpx', 'bunx', 'pipx', 'dnx'];

export interface World {
  readonly home: string;
  readonly cwd: string;
  /** A directory of programs before all others. */
  readonly first?: string;
  write(files: Readonly<Record<string, string>>): void;
}

/** A project in its own checkout, and the files of it. A file that begins with `#!` is a program. */
export function world(files: Readonly<Record<string, string>> = {}, at = '.'): World {
  const root = realpathSync(mkdtempSync(join(homedir(), 'around-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, 'home/project');
  mkdirSync(join(project, '.git'), { recursive: true });
  const write = (more: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(more)) {
      const path = join(project, name);
      mkdirSync(dirname(path), { recursive: true });
      if (text.startsWith('-> ')) symlinkSync(text.slice(3), path);
      else writeFileSync(path, text);
      if (text.startsWith('#!')) chmodSync(path, 0o755);
    }
  };
  write(files);
  mkdirSync(join(project, at), { recursive: true });
  mkdirSync(join(root, 'bin'));
  for (const name of runners) writeFileSync(join(root, 'bin', name), evil, { mode: 0o755 });
  return { home: join(root, 'home'), cwd: join(project, at), write };
}

const allowing = (allow: object): Policy[] => [
  { file: '/etc/plugboard/policy.json', rules: [{ id: 'r', allow }], require: {} },
];

function environment(here: World): Record<'PATH' | 'HOME', string> {
  const directories = [here.first ?? [], process.env['PATH'] ?? '', join(here.home, '../bin')].flat();
  return { PATH: directories.join(delimiter), HOME: here.home };
}

export async function isProven(
  here: World,
  words: readonly string[],
  more: Server = {},
  allow: object = { package: ['npm:good', 'pypi:good', 'nuget:Good.Pkg'] },
): Promise<boolean> {
  const [command = '', ...args] = words;
  const env = environment(here);
  const host = { ...nodeHost(), home: here.home, cwd: here.cwd, env };
  return (await verdictOn(allowing(allow), host, 'a', { command, args, ...more })).isAllowed;
}

/** The directory that a grant of secrets is bound to, if it is. */
export function boundTo(here: World, words: readonly string[]): string | undefined {
  const env = environment(here);
  return startOf({ ...nodeHost(), home: here.home, cwd: here.cwd, env }, words).directory;
}

export const npx = ['npx', '-y', 'good@1.6.0'];
export const manifest = (more: object): string => json({ name: 'x', version: '1.0.0', ...more });
export const tool = json({ name: 'good', version: '1.6.0', bin: { zzz: 'x.sh' } });
