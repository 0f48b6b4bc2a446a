import type { Failure } from '../types.ts';
import { ConnectionError } from './errors.ts';
import { fieldsOf, isObject } from './fields.ts';
import type { Mask } from './mask.ts';
import { misspelledId, wrongIdType } from './misspelled-id.ts';
import { envelopeOf, LEGACY, MODERN, type RawClient, type RawMessage } from './raw-link.ts';
import type { Era, SessionInfo } from './session/session.ts';

/** The server answered, but rejected the handshake of this era. */
export class OtherEra extends ConnectionError {}

/** The first request of each era. */
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

/** Parses the response to the first request; throws if the server does not support this era. */
export function readOpening(era: Era, answer: RawMessage, mask: Mask): SessionInfo {
  const { id, result, error } = answer;
  if (typeof id === 'string') throw new ConnectionError({ kind: 'protocol', message: wrongIdType });
  if (!isObject(result)) {
    const { message, code } = fieldsOf(error);
    throw new OtherEra(refusedToConnect({ message: mask(String(message)), code }));
  }
  const info = infoIn(era, result);
  if (!info) throw new OtherEra(notUnderstood);
  return info;
}

/** Server information from the response to the first request; undefined if the server is of the other era. */
export function infoIn(era: Era, result: RawMessage): SessionInfo | undefined {
  return era === 'legacy' ? legacyInfo(result) : modernInfo(result);
}

/** The server answered the first request with an error. */
export function refusedToConnect({ message, code }: { readonly message: string; readonly code: unknown }): Failure {
  return { kind: 'protocol', message: `The server rejected the handshake: ${message} (${String(code)})` };
}

/** Whether a message answers the first request, including a response that spells the id as a string. */
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

export const notUnderstood: Failure = {
  kind: 'protocol',
  message: 'The server answered with an unsupported MCP version.',
};
