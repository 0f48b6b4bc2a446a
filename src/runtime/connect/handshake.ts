import { AnswerError, ConnectionError } from './errors.ts';
import { fieldsOf } from './fields.ts';
import { infoIn, notUnderstood, OtherEra, refusedToConnect } from './raw-handshake.ts';
import { envelopeOf, LEGACY, MODERN, type RawClient } from './raw-link.ts';
import type { Era, SessionInfo } from './session/session.ts';
import type { Wire } from './wire.ts';

/** Some small servers assume that the first request has this id. */
const FIRST_ID = 0;

/** Performs the handshake over a started wire. `auto` tries the modern era first. */
export async function performHandshake(
  wire: Wire,
  era: Era | 'auto',
  client: RawClient,
  timeoutMs: number,
): Promise<SessionInfo> {
  const info =
    (era === 'legacy' ? undefined : await discover(wire, client, { isOnly: era === 'modern', timeoutMs })) ??
    (await initialize(wire, client, timeoutMs));
  wire.setProtocolVersion(info.protocol);
  if (info.era === 'legacy') await wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return info;
}

interface HandshakeOptions {
  /** Do not fall back to the legacy era. */
  readonly isOnly: boolean;
  readonly timeoutMs: number;
}

/** Returns undefined if the server is of the legacy era and may be asked that way. */
async function discover(
  wire: Wire,
  client: RawClient,
  options: HandshakeOptions,
  isSecond = false,
): Promise<SessionInfo | undefined> {
  const { isOnly, timeoutMs } = options;
  try {
    const result = await wire.request('server/discover', { _meta: envelopeOf(client) }, { id: FIRST_ID, timeoutMs });
    const info = infoIn('modern', result);
    if (info || !isOnly) return info;
  } catch (error) {
    // The server supports this revision, so a different instance behind the same address may have refused it.
    if (!isSecond && revisionsIn(error).includes(MODERN)) return discover(wire, client, options, true);
    if (!isOnly && isLegacy(error)) return undefined;
    throw error instanceof AnswerError ? new OtherEra(refusedToConnect(error)) : error;
  }
  throw new OtherEra(notUnderstood);
}

async function initialize(wire: Wire, client: RawClient, timeoutMs: number): Promise<SessionInfo> {
  const { clientInfo, capabilities } = client;
  const params = { protocolVersion: LEGACY[0], capabilities, clientInfo };
  const result = await wire.request('initialize', params, { id: FIRST_ID, timeoutMs }).catch((error: unknown) => {
    throw error instanceof AnswerError ? new OtherEra(refusedToConnect(error)) : error;
  });
  const info = infoIn('legacy', result);
  if (!info) throw new OtherEra(notUnderstood);
  return info;
}

const UNSUPPORTED_VERSION = -32022;

/** Any refusal of the modern request indicates the legacy era, unless the server lists modern revisions. */
function isLegacy(error: unknown): boolean {
  // Revisions are dates, so they compare as strings.
  if (error instanceof AnswerError) return !revisionsIn(error).some((revision) => revision >= MODERN);
  const status = error instanceof ConnectionError ? (error.failure.status ?? 0) : 0;
  return status >= 400 && status < 500 && status !== 401 && status !== 403;
}

/** The revisions that a server lists when it rejects ours. */
function revisionsIn(error: unknown): string[] {
  if (!(error instanceof AnswerError) || error.code !== UNSUPPORTED_VERSION) return [];
  const { supported } = fieldsOf(error.data);
  return Array.isArray(supported) ? supported.filter((one) => typeof one === 'string') : [];
}
