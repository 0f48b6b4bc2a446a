import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { program } from '../support/machine.ts';

export interface Place {
  readonly home: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
}

export function place(): Place {
  const root = mkdtempSync(join(homedir(), 'kinds-'));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  mkdirSync(home);
  mkdirSync(project);
  const env = { ...process.env, HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: join(home, '.config') };
  return { home, project, env };
}

/** Puts something at a path that is not a text to read. */
export const kinds = {
  'a pipe': { at: async (path: string) => void execFileSync('mkfifo', [path]), says: /pipe/ },
  'a link to /dev/zero': { at: async (path: string) => symlinkSync('/dev/zero', path), says: /it is a device/ },
  'a link to /dev/full': { at: async (path: string) => symlinkSync('/dev/full', path), says: /it is a device/ },
  'a link to /dev/random': { at: async (path: string) => symlinkSync('/dev/random', path), says: /it is a device/ },
  'a socket': { at: makeSocket, says: /it is a socket/ },
  'a directory': { at: async (path: string) => mkdirSync(path), says: /it is a directory/ },
  'a file of 10 GB': { at: makeLarge, says: /it is larger than 32 MB/ },
  'a circle of links': { at: async (path: string) => symlinkSync(path, path), says: /form a loop/ },
} as const;

async function makeSocket(path: string): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  // The name of a socket may have a hundred characters only.
  const before = process.cwd();
  process.chdir(dirname(path));
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail).listen(path.slice(dirname(path).length + 1), done);
    });
  } finally {
    process.chdir(before);
  }
}

async function makeLarge(path: string): Promise<void> {
  writeFileSync(path, '{');
  truncateSync(path, 10 * 1024 ** 3);
}

export interface Ended {
  /** Null when it had to be killed. */
  readonly code: number | null;
  readonly text: string;
}

/** A program that hangs is killed, long after it should have ended. */
const HANGS_MS = 60_000;

/** Runs the built program; `input` is a path to redirect from. */
export async function runIn(
  { project, env }: Place,
  args: readonly string[],
  input: string | number = 'ignore',
): Promise<Ended> {
  const stdin = typeof input === 'string' && input !== 'ignore' ? openSync(input, 'r') : input;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: project,
    env,
    stdio: [stdin, 'pipe', 'pipe'],
    timeout: HANGS_MS,
    killSignal: 'SIGKILL',
  });
  if (typeof stdin === 'number') closeSync(stdin);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (said) => (text += said));
  const code = await new Promise<number | null>((done) => {
    child.once('close', done);
  });
  return { code, text };
}
