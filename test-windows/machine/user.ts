import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { inject } from 'vitest';
import { fromRoot } from '../../scripts/root.mjs';
import { type ConsoleRun, type KeyPress, runInConsole } from './console.ts';
import { type ProgramOptions, runWine, type WineRun } from './wine.ts';

export interface RunOptions {
  /** Relative to the home; default: `project`. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout?: number;
  /** Ends the program. */
  readonly signal?: AbortSignal;
}

/** A user of Windows with an empty home. Paths are relative to it and are read from outside Windows. */
export class User {
  /** As this process sees it. */
  readonly home: string;
  readonly #prefix = inject('prefix');

  constructor() {
    // In the profile of the account: Windows keeps that private, and no other place.
    const profile = join(this.#prefix, 'drive_c', 'users', userInfo().username);
    this.home = mkdtempSync(join(this.#prefix === '' ? tmpdir() : profile, 'u-'));
    for (const directory of ['project', 'bin', 'AppData/Roaming', 'AppData/Local', 'ProgramData'])
      mkdirSync(join(this.home, directory), { recursive: true });
  }

  /** Runs the built program. */
  async plugboard(args: readonly string[], options: RunOptions = {}): Promise<WineRun> {
    return this.node([fromRoot('bin', 'plugboard.js'), ...args], options);
  }

  /** Its output as JSON. Throws with what it printed if it is anything else. */
  async json<T>(args: readonly string[], options: RunOptions = {}): Promise<T> {
    const { stdout, stderr, code } = await this.plugboard([...args, '--json'], options);
    try {
      return JSON.parse(stdout) as T;
    } catch {
      throw new Error(`plugboard ${args.join(' ')} printed no JSON (code ${code}):\n${stdout}${stderr}`);
    }
  }

  /** Runs a script of `programs/`, which may use pipes to other programs there. */
  async program(name: string, args: readonly string[] = [], options: RunOptions = {}): Promise<WineRun> {
    return this.node([fromRoot('test-windows', 'programs', name), ...args], options);
  }

  /** Runs a script in Node. The script is a path of this process; arguments are passed as they are. */
  async node([script = '', ...args]: readonly string[], options: RunOptions = {}): Promise<WineRun> {
    const limits = { timeout: options.timeout ?? 60_000, ...(options.signal && { signal: options.signal }) };
    const { command, ...place } = this.#started(script, args, options);
    if (this.#prefix === '') return runHere(command, { ...place, ...limits });
    return runWine(this.#prefix, ['C:\\nodejs\\node.exe', ...command], { ...place, ...limits });
  }

  /** Runs the built program in a console, and presses a key there. Only under Wine. */
  async inConsole(args: readonly string[], press: KeyPress, options: RunOptions = {}): Promise<ConsoleRun> {
    const { command, ...place } = this.#started(fromRoot('bin', 'plugboard.js'), args, options);
    return runInConsole(this.#prefix, ['C:\\nodejs\\node.exe', ...command], { ...place, ...press });
  }

  #started(script: string, args: readonly string[], { cwd = 'project', env }: RunOptions) {
    const preload = fromRoot('test-windows', 'machine', 'use-home.cjs');
    return {
      cwd: join(this.home, cwd),
      env: { ...env, TEST_HOME: this.windows() },
      command: ['--require', onWindows(preload, this.#prefix), onWindows(script, this.#prefix), ...args],
    };
  }

  write(path: string, text: string | Uint8Array): string {
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), 'utf8');
  }

  /** A path in the home as Windows spells it. */
  windows(path = ''): string {
    return onWindows(join(this.home, path), this.#prefix).replace(/\\$/, '');
  }
}

/** A path of this process as Windows spells it. */
export function onWindows(path: string, prefix: string): string {
  if (prefix === '') return path;
  const drive = join(prefix, 'drive_c');
  const inside = relative(drive, path);
  return (inside.startsWith('..') ? `Z:${path}` : `C:\\${inside}`).replaceAll('/', '\\');
}

async function runHere(args: readonly string[], { cwd, env, timeout, signal: ends }: ProgramOptions): Promise<WineRun> {
  const all = { ...process.env, ...env };
  const child = spawn(process.execPath, args, { cwd, env: all, stdio: ['ignore', 'pipe', 'pipe'], timeout });
  ends?.addEventListener('abort', () => child.kill());
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const [code, signal] = await new Promise<[number | null, string | null]>((done, fail) =>
    child.once('error', fail).once('close', (...end) => done(end)),
  );
  return { ...output, code, late: signal !== null };
}
