import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Host } from '../../../src/model/host.ts';
import type { Task } from './worker.ts';

export type Worker = ChildProcessByStdio<Writable, Readable, null>;

let bundle: Promise<string> | undefined;

/** Node 20 does not run TypeScript. */
async function bundled(): Promise<string> {
  const outfile = join(mkdtempSync(join(homedir(), 'worker-')), 'worker.mjs');
  const entryPoints = [fileURLToPath(new URL('worker.ts', import.meta.url))];
  // Packages are not found from a temporary home, so they are part of the bundle; some of them use `require`.
  const js = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', banner: { js } });
  return outfile;
}

/** A process that waits to be told to begin. */
export async function startWorker(host: Host, task: Task): Promise<Worker> {
  bundle ??= bundled();
  const child = spawn(process.execPath, [await bundle, JSON.stringify(task)], {
    env: host.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('latin1');
  await once(child.stdout, 'data');
  return child;
}

/** Lets all begin at the same moment, and returns their exit codes. */
export async function runTogether(workers: readonly Worker[]): Promise<(number | null)[]> {
  const ends = workers.map(async (worker) => {
    worker.stdout.resume();
    const [code] = (await once(worker, 'exit')) as [number | null];
    return code;
  });
  for (const worker of workers) worker.stdin.write('go');
  return Promise.all(ends);
}

/** Lets it begin, and kills it when it has said so many characters. */
export async function killAfter(worker: Worker, characters: number): Promise<void> {
  let seen = 0;
  const exit = once(worker, 'exit');
  worker.stdout.on('data', (text: string) => {
    seen += text.length;
    if (seen >= characters) worker.kill('SIGKILL');
  });
  worker.stdin.write('go');
  await exit;
}
