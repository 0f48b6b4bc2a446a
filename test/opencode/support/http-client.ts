import type { Wire } from './peer.ts';

const modern = '2026-07-28';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** All messages of the answer, whether it came as a stream or as one. */
  readonly messages: readonly Wire[];
}

/** One request over HTTP, with nothing done behind one's back. */
export async function post(
  url: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.includes('event-stream') ?? false;
  const lines = isStream ? [...text.matchAll(/^data: (.+)$/gm)].map((match) => match[1] ?? '') : [text];
  const messages = lines.flatMap((line) => (line.trim().startsWith('{') ? [JSON.parse(line) as Wire] : []));
  return { status: response.status, headers: response.headers, messages };
}

/** Opens a session of the protocol before 2026-07-28; gives what later requests have to carry. */
export async function openLegacy(url: string, more: Record<string, string> = {}): Promise<Record<string, string>> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const { headers } = await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, more);
  const session = {
    ...more,
    'mcp-session-id': headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': '2025-11-25',
  };
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, session);
  return session;
}

/** A request of 2026-07-28, which stands by itself. */
export function postModern(url: string, method: string, params: Record<string, unknown> = {}): Promise<HttpAnswer> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  const name = params['name'] ?? params['uri'];
  const headers = {
    'mcp-protocol-version': modern,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name as string }),
  };
  return post(url, { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }, headers);
}
