import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { type Driver, handshake, initialized, type Message, waitingRequests } from './driver.ts';

export interface HttpTarget {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Connects over Streamable HTTP; a response may be JSON or a stream. */
export function httpDriver({ url, headers = {} }: HttpTarget): Driver {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const waiting = waitingRequests();
  const session: Record<string, string> = {};
  const post = async (text: string): Promise<Answer> => postTo(url, agent, { ...headers, ...session }, text);
  const request = async (method: string, params: object): Promise<unknown> => {
    const { text, answer } = waiting.ask(method, params);
    const { status, headers: got, text: body } = await post(text);
    if (status >= 400) throw new Error(`HTTP ${status}: ${body.slice(0, 200)}`);
    const id = got['mcp-session-id'];
    if (typeof id === 'string') session['mcp-session-id'] = id;
    for (const message of messagesIn(got['content-type'] ?? '', body)) waiting.take(message);
    return answer;
  };
  return {
    connect: async () => {
      const { protocolVersion } = (await request('initialize', handshake)) as { protocolVersion: string };
      session['mcp-protocol-version'] = protocolVersion;
      await post(initialized);
    },
    request,
    close: async () => agent.destroy(),
  };
}

export function messagesIn(type: string, body: string): Message[] {
  if (!type.includes('event-stream')) return [JSON.parse(body) as Message];
  const lines = body.split('\n').filter((line) => line.startsWith('data:') && line.trim().length > 5);
  return lines.map((line) => JSON.parse(line.slice(5)) as Message);
}

export function postTo(
  url: string,
  agent: Agent,
  extra: Readonly<Record<string, string>>,
  text: string,
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': Buffer.byteLength(text),
    ...extra,
  };
  return new Promise((done, fail) => {
    const out = send(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    out.on('error', fail);
    out.end(text);
  });
}
