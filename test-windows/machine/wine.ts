import { spawn, spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { windowsFolders } from '../../scripts/setup/windows.mjs';

/** A program's end under Wine. */
export interface WineRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It was ended because it took too long. */
  readonly late: boolean;
}

export interface ProgramOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
  /** Ends the program. */
  readonly signal?: AbortSignal;
}

/** Creates a Windows of its own, with Node and npm on its C: drive. Returns its directory. */
export function createPrefix(): string {
  const prefix = mkdtempSync(join(tmpdir(), 'wine-'));
  for (const command of [
    ['wineboot', '-i'],
    ['winecfg', '-v', 'win10'],
  ]) {
    const { status, error } = spawnSync('wine', command, {
      env: wineEnvironment(prefix),
      stdio: 'ignore',
      timeout: 120_000,
    });
    if (status !== 0) throw new Error(`wine ${command.join(' ')} failed: ${error?.message ?? `code ${status}`}`);
  }
  const { node, npm } = windowsFolders();
  const nodejs = join(prefix, 'drive_c', 'nodejs');
  mkdirSync(join(nodejs, 'node_modules'), { recursive: true });
  copyFileSync(node, join(nodejs, 'node.exe'));
  for (const name of ['npm.cmd', 'npx.cmd']) copyFileSync(join(npm, 'bin', name), join(nodejs, name));
  symlinkSync(npm, join(nodejs, 'node_modules', 'npm'));
  return prefix;
}

/** Ends everything that still runs in a prefix, and nothing else. */
export function removePrefix(prefix: string): void {
  spawnSync('wineserver', ['-k'], { env: wineEnvironment(prefix), stdio: 'ignore', timeout: 30_000 });
  rmSync(prefix, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs a Windows program. Its streams are files: Wine cannot open a pipe of Linux as a standard stream of Node. */
export async function runWine(
  prefix: string,
  command: readonly string[],
  { cwd, env, timeout, signal }: ProgramOptions,
): Promise<WineRun> {
  const streams = mkdtempSync(join(prefix, 'streams-'));
  const [out, err] = [join(streams, 'out'), join(streams, 'err')];
  const [outFile, errFile] = [openSync(out, 'w'), openSync(err, 'w')];
  try {
    const child = spawn('wine', command, {
      cwd,
      env: { ...wineEnvironment(prefix), ...env },
      stdio: ['ignore', outFile, errFile],
    });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, timeout);
    signal?.addEventListener('abort', () => child.kill('SIGKILL'));
    const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('exit', done));
    clearTimeout(timer);
    return { code, late, stdout: readFileSync(out, 'utf8'), stderr: readFileSync(err, 'utf8') };
  } finally {
    closeSync(outFile);
    closeSync(errFile);
    rmSync(streams, { recursive: true, force: true });
  }
}

/** Few named variables: what a developer or CI has set must not reach the programs. */
export function wineEnvironment(prefix: string): Record<string, string> {
  return {
    HOME: prefix,
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    WINEPATH: 'C:\\nodejs',
    NODE_SKIP_PLATFORM_CHECK: '1',
    NO_COLOR: '1',
  };
}
