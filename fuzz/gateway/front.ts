import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arena } from './program.ts';
import { firstLine } from './program.ts';
import { faultOf, faultOfLine } from './readers.mjs';

/** A client of a gateway under attack. It validates everything it receives. */
export interface Front {
  /** Sends a text unchanged; over HTTP, settles with the response. */
  send(text: string): Promise<void>;
  /** Settles with the text of the response; rejects when there is none. */
  request(method: string, params: object): Promise<string>;
  /** Texts from the gateway that a client could not parse, or that arrived twice. */
  readonly faults: string[];
  /** Why the gateway is gone, if it is. */
  readonly death: string | undefined;
  close(): Promise<void>;
}

/** Time limit for a hanging attack; nothing else depends on time. */
const HANG_MS = 40_000;

/** Responses by id, each expected once. */
class Answers {
  readonly faults: string[] = [];
  death: string | undefined;
  readonly #waiting = new Map<unknown, (text: string) => void>();
  readonly #seen = new Set<unknown>();

  take(text: string, isLine: boolean): void {
    const fault = isLine ? faultOfLine(text) : faultOf(text);
    if (fault !== undefined) this.faults.push(`the gateway sent a text that ${fault}: ${text.slice(0, 200)}`);
    else for (const one of [JSON.parse(text) as unknown].flat()) this.#takeOne(one as Record<string, unknown>, text);
  }

  async wait(id: string, send: () => void): Promise<string> {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`no answer to ${id}`)), HANG_MS);
      this.#waiting.set(id, (text) => {
        clearTimeout(timer);
        done(text);
      });
      send();
    });
  }

  #takeOne({ id, method }: Record<string, unknown>, text: string): void {
    if (method !== undefined || typeof id !== 'string' || !id.startsWith('ours-')) return;
    if (this.#seen.has(id)) this.faults.push(`answered twice: ${text.slice(0, 200)}`);
    this.#seen.add(id);
    this.#waiting.get(id)?.(text);
    this.#waiting.delete(id);
  }
}

const hello = {
  jsonrpc: '2.0',
  id: 'ours-hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
};

export async function stdioFront(arena: Arena, ...words: readonly string[]): Promise<Front> {
  const child = arena.serve(...words);
  const { stdin, stdout } = child;
  const answers = new Answers();
  follow(child, answers);
  let rest = '';
  stdin?.on('error', () => {});
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) answers.take(line, true);
  });
  const write = (text: string): void => void stdin?.write(`${text}\n`);
  let last = 0;
  await answers.wait(hello.id, () => write(JSON.stringify(hello)));
  write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return {
    faults: answers.faults,
    get death() {
      return answers.death;
    },
    send: async (text) => write(text),
    async request(method, params) {
      const id = `ours-${(last += 1)}`;
      return answers.wait(id, () => write(JSON.stringify({ jsonrpc: '2.0', id, method, params })));
    },
    async close() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      stdin?.end();
      await gone;
    },
  };
}

export async function httpFront(arena: Arena, ...words: readonly string[]): Promise<Front> {
  const child = arena.serve('--http', '0', ...words);
  const url = await firstLine(child);
  const answers = new Answers();
  follow(child, answers);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let session: string | undefined;
  let last = 0;
  const post = async (body: string): Promise<void> =>
    new Promise((done, fail) => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${arena.token}`,
        ...(session !== undefined && { 'mcp-session-id': session }),
      };
      const request = httpRequest(url, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('error', fail).on('end', () => {
          session ??= response.headers['mcp-session-id'] as string | undefined;
          const isJson = response.headers['content-type']?.startsWith('application/json') === true;
          for (const one of isJson ? [text] : eventsIn(text)) answers.take(one, !isJson);
          done();
        });
      });
      // An open stream is never idle, so the socket's time limit would not work.
      const timer = setTimeout(() => request.destroy(new Error('no response')), HANG_MS);
      request.on('close', () => clearTimeout(timer)).on('error', fail);
      request.end(body);
    });
  const ask = async (message: { readonly id: string }): Promise<string> => {
    let sent: Promise<void> = Promise.resolve();
    const answer = answers.wait(message.id, () => {
      sent = post(JSON.stringify(message));
    });
    // A response is handled before the HTTP response ends.
    const [text] = await Promise.all([answer, sent]);
    return text;
  };
  await ask(hello);
  await post('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return {
    faults: answers.faults,
    get death() {
      return answers.death;
    },
    send: post,
    async request(method, params) {
      return ask({ jsonrpc: '2.0', id: `ours-${(last += 1)}`, method, params } as { readonly id: string });
    },
    async close() {
      agent.destroy();
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Waits for tools: the gateway does not wait long for a server that starts much slower than another one. */
export async function untilOffered(front: Front, ...tools: readonly string[]): Promise<void> {
  for (let list = ''; !tools.every((tool) => list.includes(`"${tool}"`));) {
    if (list !== '') await sleep(50);
    list = await front.request('tools/list', {});
  }
}

function eventsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []));
}

function follow(child: ChildProcess, answers: Answers): void {
  let talk = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    talk = (talk + text).slice(-2000);
    if (text.includes('Internal error:')) answers.faults.push(`the gateway reported: ${text.trim().slice(0, 300)}`);
  });
  child.once('exit', (code, signal) => {
    answers.death = `ended with ${code ?? signal}: ${talk}`;
  });
}
