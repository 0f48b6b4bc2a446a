import { ConnectionError } from './errors.ts';
import { fieldsOf, isObject } from './fields.ts';
import { OtherEra } from './link.ts';
import type { Mask } from './mask.ts';
import { misspelledId, wrongIdType } from './misspelled-id.ts';
import { envelopeOf, LEGACY, MODERN, type RawClient, type RawMessage } from './raw-link.ts';
import type { Era, SessionInfo } from './session.ts';

/** The first request of each era and what its answer says about the server. */
const first = {
  legacy: {
    method: 'initialize',
    params: ({ clientInfo, capabilities }: RawClient): RawMessage => ({
      protocolVersion: LEGACY[0],
      capabilities,
      clientInfo,
    }),
  },
  modern: { method: 'server/discover', params: (client: RawClient): RawMessage => ({ _meta: envelopeOf(client) }) },
} as const;

/** The request that opens a connection. */
export function opening(era: Era, client: RawClient): string {
  const { method, params } = first[era];
  return JSON.stringify({ jsonrpc: '2.0', id: 0, method, params: params(client) });
}

/** What the server says about itself; throws when it does not take part in this era. */
export function readOpening(era: Era, answer: RawMessage, mask: Mask): SessionInfo {
  const { id, result, error } = answer;
  if (typeof id === 'string') throw new ConnectionError({ kind: 'protocol', message: wrongIdType });
  if (!isObject(result)) {
    const { message, code } = fieldsOf(error);
    const text = mask(`The server refused to connect: ${String(message)} (${String(code)})`);
    throw new OtherEra({ kind: 'protocol', message: text });
  }
  const info = era === 'legacy' ? legacyInfo(result) : modernInfo(result);
  if (!info) throw new OtherEra(notUnderstood);
  return info;
}

/** Whether a message answers the first request, if only with an id that spells the number of that as a string. */
export function isAnswer({ id, method }: RawMessage): boolean {
  return (id === 0 || misspelledId(id) === 0) && method === undefined;
}

function legacyInfo(result: RawMessage): SessionInfo | undefined {
  const protocol = LEGACY.find((version) => version === result['protocolVersion']);
  return protocol && infoFrom('legacy', protocol, result, result['serverInfo']);
}

function modernInfo(result: RawMessage): SessionInfo | undefined {
  const { supportedVersions, _meta } = result;
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(MODERN)) return undefined;
  return infoFrom('modern', MODERN, result, fieldsOf(_meta)['io.modelcontextprotocol/serverInfo']);
}

function infoFrom(era: Era, protocol: string, result: RawMessage, server: unknown): SessionInfo {
  const { name, version } = fieldsOf(server);
  const { instructions, capabilities } = result;
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof version === 'string' && { version }),
    protocol,
    era,
    ...(typeof instructions === 'string' && { instructions }),
    capabilities: fieldsOf(capabilities),
  };
}

const notUnderstood = {
  kind: 'protocol',
  message: 'The server answered, but not in a version of MCP that is understood here.',
} as const;
