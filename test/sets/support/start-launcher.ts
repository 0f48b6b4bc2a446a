import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Host } from '../../../src/model/host.ts';

let bundle: Promise<string> | undefined;

/** The launcher as one file: Node 20 does not run TypeScript. */
export function launcher(): Promise<string> {
  bundle ??= bundled();
  return bundle;
}

async function bundled(): Promise<string> {
  const outfile = join(mkdtempSync(join(homedir(), 'launcher-')), 'launcher.mjs');
  const entryPoints = [fileURLToPath(new URL('launcher.ts', import.meta.url))];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  return outfile;
}

export interface Launcher {
  kill(signal: NodeJS.Signals): void;
  /** The next line that the program says. */
  line(): Promise<string>;
  /** The exit code and the signal of the launcher. */
  readonly end: Promise<[number | null, NodeJS.Signals | null]>;
}

/** A launcher in a session of its own, which has no terminal. */
export async function startLauncher(host: Host, client: string): Promise<Launcher> {
  const child: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, [await launcher(), client], {
    cwd: host.cwd,
    env: host.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Interface = createInterface({ input: child.stdout });
  const all = lines[Symbol.asyncIterator]();
  return {
    kill: (signal) => void child.kill(signal),
    line: async () => String((await all.next()).value),
    end: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
  };
}
