import { gzipSync } from 'node:zlib';
import { mutated } from '../gateway/mutate.ts';
import type { Random } from '../random.ts';

const info = { capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'fuzz', version: '1' } };

function result(method: string, id: unknown): object | undefined {
  if (method === 'initialize') return { jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', ...info } };
  if (method !== 'server/discover') return undefined;
  return { jsonrpc: '2.0', id, result: { supportedVersions: ['2026-07-28'], resultType: 'complete', ...info } };
}

// oxfmt-ignore
const headers = [
  'mcp-session-id: abc', 'mcp-session-id: a b', 'mcp-session-id: \x80', 'mcp-session-id:', 'MCP-Session-Id: x\r\n y',
  'content-type: text/html', 'content-type: application/json', 'content-type: text/event-stream', 'content-encoding: gzip',
  'content-encoding: br', 'content-length: 1', 'content-length: -1', 'content-length: 99999999999999999999',
  'transfer-encoding: chunked', 'transfer-encoding: gzip, chunked', 'connection: close', 'connection: upgrade',
  'upgrade: websocket', 'location: /mcp', 'www-authenticate: Bearer error="insufficient_scope"', 'x: \0', ': y', 'z',
  'trailer: x', 'keep-alive: timeout=0', 'retry-after: -1',
];
const statuses = [
  100, 101, 103, 200, 200, 200, 201, 202, 204, 205, 206, 301, 303, 307, 308, 400, 401, 403, 404, 405, 500, 999,
];

/** Responses of a hostile server; `elsewhere` is a URL that must not be contacted. */
export function answerBytes(method: string, id: unknown, elsewhere: string, random: Random): Buffer {
  const known = result(method, id);
  const plain = known
    ? JSON.stringify(known)
    : random.pick(['', '{}', `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{}}`]);
  const text = random.below(3) === 0 ? mutated(plain === '' ? '{}' : plain, random) : plain;
  const isStream = random.below(3) === 0;
  const content = isStream ? events(text, random) : text;
  const body = random.below(8) === 0 ? gzipSync(content) : Buffer.from(content);
  const isChunked = random.below(4) === 0;
  const status = random.below(3) === 0 ? random.pick(statuses) : 200;
  const lines = [
    `HTTP/1.1 ${status} ${random.pick(['OK', '', 'x\x07'])}`,
    `content-type: ${isStream ? 'text/event-stream' : 'application/json'}`,
    isChunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`,
    ...(status >= 300 && status < 400
      ? [`location: ${random.pick([elsewhere, '/mcp', '//', 'http://[', 'data:,x'])}`]
      : []),
    ...Array.from({ length: random.below(3) }, () => random.pick(headers)),
  ];
  const sent = isChunked ? chunked(body, random) : body;
  const whole = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), sent]);
  return random.below(4) === 0 ? damaged(whole, random) : whole;
}

function events(text: string, random: Random): string {
  const end = random.pick(['\n', '\r\n', '\r']);
  const extra = [
    '',
    `: comment${end}`,
    `id: 7${end}`,
    `retry: 0${end}`,
    `event: other${end}`,
    `data${end}`,
    '\ufeff',
    end.repeat(50),
  ];
  return `${random.pick(extra)}data: ${text.replaceAll('\n', `${end}data: `)}${end}${random.pick(extra)}${end}`;
}

function chunked(body: Buffer, random: Random): Buffer {
  const size = random.pick([
    body.length.toString(16),
    'zz',
    '-1',
    'ffffffffffffffff',
    `${body.length.toString(16)};${'x'.repeat(30)}`,
  ]);
  return Buffer.concat([
    Buffer.from(`${size}\r\n`),
    body,
    Buffer.from(random.pick(['\r\n0\r\n\r\n', '\r\n0\r\nx: y\r\n\r\n', '\r\n'])),
  ]);
}

/** Truncated, with other bytes, or duplicated. */
function damaged(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  if (random.below(3) === 0) return bytes.subarray(0, at);
  if (random.below(3) === 0) return Buffer.concat([bytes, bytes]);
  const copy = Buffer.from(bytes);
  for (let count = 1 + random.below(4); count > 0; count -= 1) copy[random.below(copy.length)] = random.below(256);
  return copy;
}
