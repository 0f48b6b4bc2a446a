import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { HostTask } from './host-process.ts';

let bundle: Promise<string> | undefined;

/** Node 20 does not run TypeScript. */
async function bundled(): Promise<string> {
  const outfile = join(mkdtempSync(join(homedir(), 'host-')), 'host.mjs');
  const entryPoints = [fileURLToPath(new URL('host-process.ts', import.meta.url))];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  return outfile;
}

/** Starts a program that uses servers, in a process group of its own; returns when it says how things stand. */
export async function startHost(
  task: HostTask,
): Promise<{ process: ChildProcess; states: string; exit: Promise<unknown> }> {
  bundle ??= bundled();
  const host = spawn(process.execPath, [await bundle, JSON.stringify(task)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(host, 'exit');
  const [states] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
  return { process: host, states, exit };
}
