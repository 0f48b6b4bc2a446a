import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../../model/reference.ts';
import { startable } from '../../runtime/connect/stdio/startable.ts';
import { ToolFailure } from '../failure.ts';
import { basicAuthorization } from '../upstream/endpoint.ts';
import { childEnvironment } from './child-environment.ts';
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
  /** A log file for its output. Not a pipe: other clients use the server after this process exits. */
  readonly log: string;
  /** Called as soon as the process exists, before it is ready. */
  readonly started: (child: ChildProcess, password: string) => void;
}

/** A slow machine needs ten seconds. */
const readyWithin = 60_000;
const pollInterval = 50;

/** Starts a server and resolves when it responds. If it does not come up, it is stopped before this throws. */
export async function startServer(options: StartOptions): Promise<StartedServer> {
  const password = randomBytes(24).toString('base64url');
  const port = await freePort();
  const { cwd, env } = options;
  const words = ['serve', '--hostname', '127.0.0.1', '--port', String(port)];
  const { file, args, ...verbatim } = startable(options.program, words, { env, cwd, platform: process.platform });
  const output = openSync(options.log, 'w', 0o600);
  const child = spawn(file, args, {
    ...verbatim,
    cwd,
    env: childEnvironment(env, { password, configPath: options.configPath }),
    stdio: ['ignore', output, output],
    // A signal from this client's terminal must not stop the server for the others.
    detached: true,
    windowsHide: true,
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
    throw notStarted('it reports that it listens, but does not respond');
  } catch (error) {
    await endProcess(child);
    throw error;
  }
}

/** A health request before the server reports that it listens can block it forever. */
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
    await delay(pollInterval);
  }
  throw notStarted(`it was not ready after ${readyWithin / 1000} s`);
}

function notStarted(reason: string): ToolFailure {
  return new ToolFailure('SERVER_UNREACHABLE', `OpenCode could not be started: ${reason}.`, [
    'Run `opencode serve` in a terminal to see the error.',
    'Or run it elsewhere and set OPENCODE_SERVER_URL to its URL.',
  ]);
}

const patience = 3000;

/** Sends SIGTERM, then SIGKILL if the process does not exit. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  await new Promise<void>((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    child.once('exit', () => {
      clearTimeout(timer);
      done();
    });
    child.kill('SIGTERM');
  });
}
