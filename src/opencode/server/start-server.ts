import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../../model/reference.ts';
import { ToolFailure } from '../failure.ts';
import { basicAuthorization } from '../upstream/endpoint.ts';
import { childEnvironment } from './child-environment.ts';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import { isHealthy } from './health.ts';

export interface StartedServer {
  readonly pid: number;
  readonly url: string;
  readonly password: string;
}

export interface StartOptions {
  readonly program: string;
  readonly env: Environment;
  readonly cwd: string;
  readonly configPath?: string | undefined;
  /** A file for what it prints: other clients use it when this process has ended, so it cannot be a pipe. */
  readonly log: string;
  /** As soon as there is a process, before it is ready. */
  readonly started: (child: ChildProcess, password: string) => void;
}

/** A slow machine needs ten seconds. */
const readyWithin = 60_000;
const lookEvery = 50;

/** Starts a server and returns when it answers. What does not come up is ended before this fails. */
export async function startServer(options: StartOptions): Promise<StartedServer> {
  const password = randomBytes(24).toString('base64url');
  const port = await freePort();
  const output = openSync(options.log, 'w', 0o600);
  const child = spawn(options.program, ['serve', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: options.cwd,
    env: childEnvironment(options.env, { password, configPath: options.configPath }),
    stdio: ['ignore', output, output],
    // A signal from the terminal of this client is not meant for the others.
    detached: true,
    windowsHide: true,
    shell: /\.(?:cmd|bat)$/i.test(options.program),
  });
  child.unref();
  closeSync(output);
  let failed: Error | undefined;
  child.once('error', (error) => (failed = error));
  options.started(child, password);
  try {
    const url = await readyUrl(child, options.log, () => failed);
    const authorization = basicAuthorization('opencode', password);
    if (await isHealthy({ url, authorization }, 3)) return { pid: child.pid ?? 0, url, password };
    throw notStarted('it says that it listens, but does not answer');
  } catch (error) {
    await endProcess(child);
    throw error;
  }
}

/** Asking it for its health before it says that it listens has been seen to block it for good. */
async function readyUrl(child: ChildProcess, log: string, failed: () => Error | undefined): Promise<string> {
  const until = Date.now() + readyWithin;
  while (Date.now() < until) {
    const error = failed();
    if (error) throw notStarted(error.message);
    const text = readFileSync(log, 'utf8').slice(-4000);
    const url = /listening on (https?:\/\/\S+)\s/.exec(text)?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null || child.signalCode !== null)
      throw notStarted(`it exited with ${child.signalCode ?? `code ${child.exitCode}`}: ${text.trim()}`);
    await delay(lookEvery);
  }
  throw notStarted(`it was not ready after ${readyWithin / 1000} s`);
}

function notStarted(reason: string): ToolFailure {
  return new ToolFailure('SERVER_UNREACHABLE', `OpenCode could not be started: ${reason}.`, [
    'Run `opencode serve` in a terminal to see what is wrong with it.',
    'Or start it elsewhere and set OPENCODE_SERVER_URL to its address.',
  ]);
}
