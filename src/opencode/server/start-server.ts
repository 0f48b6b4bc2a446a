import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Environment } from '../../model/reference.ts';
import { ToolFailure } from '../failure.ts';
import { basicAuthorization, type Endpoint } from '../upstream/endpoint.ts';
import { childEnvironment } from './child-environment.ts';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import { isHealthy } from './health.ts';

export interface StartedServer {
  readonly endpoint: Endpoint;
  readonly child: ChildProcess;
}

export interface StartOptions {
  readonly program: string;
  readonly env: Environment;
  readonly cwd: string;
  readonly configPath?: string | undefined;
  readonly generation: number;
  /** As soon as there is a process, before it is ready. */
  readonly started: (child: ChildProcess) => void;
}

/** A slow machine needs ten seconds. */
const readyWithin = 60_000;

/** Starts a server and returns when it answers. What does not come up is ended before this fails. */
export async function startServer(options: StartOptions): Promise<StartedServer> {
  const password = randomBytes(24).toString('base64url');
  const port = await freePort();
  const child = spawn(options.program, ['serve', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: options.cwd,
    env: childEnvironment(options.env, { password, configPath: options.configPath }),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    shell: /\.(?:cmd|bat)$/i.test(options.program),
  });
  options.started(child);
  try {
    const url = await readyLine(child);
    const authorization = basicAuthorization('opencode', password);
    const endpoint = { url, authorization, generation: options.generation, managed: true };
    if (await isHealthy(endpoint, 3)) return { endpoint, child };
    throw notStarted('it says that it listens, but does not answer');
  } catch (error) {
    await endProcess(child);
    throw error;
  }
}

/** Asking it for its health before it says that it listens has been seen to block it for good. */
function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let output = '';
    const timer = setTimeout(() => fail(notStarted(`it was not ready after ${readyWithin / 1000} s`)), readyWithin);
    const take = (text: string): void => {
      output = (output + text).slice(-4000);
      const url = /listening on (https?:\/\/\S+)/.exec(output)?.[1];
      if (url !== undefined) end(() => done(url));
    };
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
    };
    // Read to the end, or the pipe would fill and the server stop.
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    child.once('error', (error) => end(() => fail(notStarted(error.message))));
    child.once('exit', (code, signal) =>
      end(() => fail(notStarted(`it ended with ${signal ?? code}: ${output.trim()}`))),
    );
  });
}

function notStarted(reason: string): ToolFailure {
  return new ToolFailure('SERVER_UNREACHABLE', `OpenCode could not be started: ${reason}.`, [
    'Run `opencode serve` in a terminal to see what is wrong with it.',
    'Or start it elsewhere and set OPENCODE_SERVER_URL to its address.',
  ]);
}
