import { request as httpRequest } from 'node:http';
import { TOKEN } from './team.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers have any shape
export type Json = any;

export interface TeamAnswer {
  readonly status: number;
  readonly session: string | undefined;
  readonly json: Json;
  readonly ms: number;
}

export interface TeamRequest {
  readonly method?: string;
  readonly session?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One request on a connection of its own. Rejects if the connection breaks. */
export async function post(
  port: number,
  { method = 'POST', session, headers, body }: TeamRequest,
): Promise<TeamAnswer> {
  const began = performance.now();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const all = {
    authorization: `Bearer ${TOKEN}`,
    accept: 'application/json, text/event-stream',
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
    ...headers,
  };
  return new Promise((done, fail) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, path: '/mcp', method, headers: all, agent: false },
      (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (part: string) => (answer += part));
        response.on('error', fail).on('end', () => {
          const id = response.headers['mcp-session-id'];
          done({
            status: response.statusCode ?? 0,
            session: typeof id === 'string' ? id : undefined,
            json: jsonIn(answer),
            ms: performance.now() - began,
          });
        });
      },
    );
    sent.on('error', fail);
    sent.end(text);
  });
}

function jsonIn(text: string): Json {
  const data = text.startsWith('{') ? text : /^data: (\{.*)$/m.exec(text)?.[1];
  return data === undefined ? undefined : JSON.parse(data);
}

export async function openSession(port: number): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'team', version: '1' } };
  const { session, status } = await post(port, { body: { jsonrpc: '2.0', id: 0, method: 'initialize', params } });
  if (session === undefined) throw new Error(`initialize: HTTP ${status}`);
  return session;
}

let lastId = 0;

export async function callTool(port: number, session: string, name: string, args: object = {}): Promise<TeamAnswer> {
  const params = { name, arguments: args };
  lastId += 1;
  return post(port, { session, body: { jsonrpc: '2.0', id: lastId, method: 'tools/call', params } });
}
