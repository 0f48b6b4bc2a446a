import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onLines } from '../programs/lines.mjs';
import { type Driver, handshake, initialized, type Message, waitingRequests } from './driver.ts';

export interface StdioTarget {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

const PATIENCE_MS = 3000;

/** Starts a program and connects over stdio. */
export function stdioDriver({ command, args, env, cwd }: StdioTarget): Driver & { readonly pid: number } {
  const child = spawn(command, args, { env: { ...process.env, ...env }, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = waitingRequests();
  let talk = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (talk = (talk + text).slice(-2000)));
  // It may exit before it has read everything; unanswered requests fail below.
  child.stdin.on('error', () => {});
  child.on('exit', (code) => waiting.fail(`ended with ${code}: ${talk.slice(-300)}`));
  child.on('error', (error) => waiting.fail(error.message));
  onLines(child.stdout, (line) => {
    if (line.startsWith('{')) waiting.take(JSON.parse(line) as Message);
  });
  const request = async (method: string, params: object): Promise<unknown> => {
    const { text, answer } = waiting.ask(method, params);
    child.stdin.write(`${text}\n`);
    return answer;
  };
  return {
    pid: child.pid ?? 0,
    connect: async () => {
      await request('initialize', handshake);
      child.stdin.write(`${initialized}\n`);
    },
    request,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      await gone;
      clearTimeout(timer);
    },
  };
}
