import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { type Machine, program } from './machine.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of any shape
type Message = any;

/** `plugboard serve` as an assistant has started it. */
export interface Serving {
  request(method: string, params?: object): Promise<Message>;
  /** Settles with the next one of this kind that has not been waited for. */
  hears(method: string): Promise<Message>;
  stderr(): string;
  /** Closes its input and waits for its end. */
  end(): Promise<number | null>;
  /** Sends a signal and waits for its end. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** After its greeting. */
export async function serving(here: Machine, args: readonly string[] = [], which = program): Promise<Serving> {
  const child = spawn(process.execPath, [which, 'serve', ...args], { cwd: here.project, env: here.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const waiting = new Map<unknown, (message: Message) => void>();
  const heard: Message[] = [];
  let [stderr, id] = ['', 0];
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: Message = JSON.parse(line);
    const key = message.id ?? message.method;
    const done = waiting.get(key);
    waiting.delete(key);
    if (done) done(message);
    else heard.push(message);
  });
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const served: Serving = {
    async request(method, params = {}) {
      id += 1;
      send({ id, method, params });
      return new Promise((done) => waiting.set(id, done));
    },
    async hears(method) {
      const index = heard.findIndex((message) => message.method === method);
      return index === -1 ? new Promise((done) => waiting.set(method, done)) : heard.splice(index, 1)[0];
    },
    stderr: () => stderr,
    async end() {
      child.stdin.end();
      return new Promise((done) => child.once('close', done));
    },
    async kill(signal) {
      child.kill(signal);
      return new Promise((done) => child.once('close', done));
    },
  };
  await served.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return served;
}

/** `plugboard serve --http`: its address, once it listens. */
export async function servingHttp(here: Machine, args: readonly string[] = []): Promise<string> {
  const child = spawn(process.execPath, [program, 'serve', '--http', ...args], { cwd: here.project, env: here.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((done) => createInterface({ input: child.stdout }).once('line', done));
}

/** The answer to a message over HTTP: one that is under way when the gateway keeps connections alive is a stream. */
export async function messageIn(response: Response): Promise<Message> {
  const text = await response.text();
  return JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text);
}
