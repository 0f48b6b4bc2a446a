import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeep } from './deep.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const program = at('../../bin/plugboard.js');

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** In a process of its own. */
  readonly fresh?: boolean;
}

interface Ended {
  /** Nothing if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the built program and waits for its end. To start Node takes four times as long as most commands do, so commands
 * share a process: `warm-program.mjs` gives each of them its own modules, directory, variables and streams. With
 * `npm run test:deep`, and where Node's own variables matter, each has a process of its own.
 */
export function runBuilt(args: readonly string[], surroundings: Surroundings): Ended {
  const { fresh, env } = surroundings;
  const needsProcess = process.platform === 'win32' || isDeep;
  if (fresh || needsProcess || Object.keys(env).some((name) => name.startsWith('NODE_'))) {
    const {
      status: code,
      stdout,
      stderr,
    } = spawnSync(process.execPath, [program, ...args], {
      input: '',
      ...surroundings,
      env,
      encoding: 'utf8',
    });
    return { code, stdout, stderr };
  }
  warm ??= new WarmProgram();
  const { isLast, ...ended } = warm.run(args, surroundings);
  if (isLast) {
    warm.close();
    warm = undefined;
  }
  return ended;
}

let warm: WarmProgram | undefined;

/** After so many commands their files, of which each has its own, are closed with the process. */
const commandsPerProcess = 100;

class WarmProgram {
  readonly #folder = mkdtempSync(join(tmpdir(), 'warm-'));
  readonly #requests: number;
  readonly #replies: number;
  #commands = 0;

  constructor() {
    const [requests, replies] = [this.#path('requests'), this.#path('replies')];
    spawnSync('mkfifo', [requests, replies]);
    const streams = ['stdout', 'stderr'].map((name) => openSync(this.#path(name), 'a'));
    const args = [at('warm-program.mjs'), at('../../dist/loader.cjs'), program, requests, replies];
    // The language of dates and numbers is chosen when Node starts.
    const env = { ...process.env, LANG: 'C.UTF-8' };
    spawn(process.execPath, args, { stdio: ['ignore', ...streams], env }).unref();
    streams.forEach((stream) => closeSync(stream));
    this.#requests = openSync(requests, 'w');
    this.#replies = openSync(replies, 'r');
  }

  run(args: readonly string[], { cwd, env, input = '' }: Surroundings): Ended & { readonly isLast: boolean } {
    this.#commands += 1;
    writeFileSync(this.#path('input'), input);
    for (const name of ['stdout', 'stderr']) truncateSync(this.#path(name));
    writeSync(this.#requests, `${JSON.stringify({ args, cwd, env, input: this.#path('input') })}\n`);
    const reply = Buffer.alloc(32);
    const length = readSync(this.#replies, reply);
    const [code, more] = reply.toString('utf8', 0, length).trim().split(' ');
    return {
      code: code ? Number(code) : null,
      stdout: readFileSync(this.#path('stdout'), 'utf8'),
      stderr: readFileSync(this.#path('stderr'), 'utf8'),
      isLast: more !== 'more' || this.#commands === commandsPerProcess,
    };
  }

  /** The process ends when it cannot read a further command. */
  close(): void {
    closeSync(this.#requests);
    closeSync(this.#replies);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}
