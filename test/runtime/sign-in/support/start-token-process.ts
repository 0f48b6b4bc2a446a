import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { Host } from '../../../../src/model/host.ts';
import type { TokenTask } from './token-process.ts';

export interface TokenProcess {
  readonly process: ChildProcess;
  /** Lets it begin. */
  go(): void;
  /** The hash of the token, or why there is none. */
  readonly result: Promise<string>;
}

let bundle: Promise<string> | undefined;

/** Node 20 does not run TypeScript. */
async function bundled(): Promise<string> {
  const outfile = join(mkdtempSync(join(homedir(), 'token-')), 'token.mjs');
  const entryPoints = [fileURLToPath(new URL('token-process.ts', import.meta.url))];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  return outfile;
}

/** Another process that wants the same token; returns when it is ready. */
export async function startTokenProcess(host: Host, task: TokenTask): Promise<TokenProcess> {
  bundle ??= bundled();
  const child = spawn(process.execPath, [await bundle, JSON.stringify(task)], {
    env: host.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  const result = once(lines, 'line').then(([line]) => String(line));
  result.catch(() => {});
  return { process: child, go: () => void child.stdin.write('go'), result };
}
