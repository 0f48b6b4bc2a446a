import { defaultTimeout } from '../../model/server.ts';
import type { Era } from '../../runtime/connect/session/session.ts';
import { wholeOf } from '../message/frame.ts';
import { INVALID_PARAMS } from '../message/rpc-error.ts';
import { request } from '../upstream/gateway-request.ts';
import type { UpstreamLink } from '../upstream/upstream-link.ts';
import type { Client } from './client.ts';
import { sessionField } from './session-fields.ts';
import type { Frame, RequestId } from './session.ts';

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Handles `logging/setLevel`. */
export function setLogLevel(session: Client, frame: Frame, _era: Era): void {
  const id = frame.message.id as RequestId;
  const level = String(wholeOf(frame).params?.['level']);
  if (!levels.includes(level)) {
    return session.refuse(id, { code: INVALID_PARAMS, message: `Invalid params: unknown log level "${level}"` });
  }
  session.logLevel = level;
  session.changed(sessionField.logLevel(level));
  for (const upstream of session.core.upstreams(session.view)) {
    for (const link of upstream.links) if (link.info) sendLogLevel(link, session);
  }
  session.reply(id, {});
}

/** Sends the log level to a legacy server. Modern servers get it with each request. */
export function sendLogLevel(link: UpstreamLink, { id, logLevel, client }: Client): void {
  if (logLevel === undefined || link.info?.era !== 'legacy' || link.info.capabilities['logging'] === undefined) return;
  const timeoutMs = defaultTimeout * 1000;
  const params = { level: logLevel };
  request(link, { method: 'logging/setLevel', params, client, timeoutMs, session: id }).catch(() => {});
}

/**
 * Whether a log message reaches the client's level. A client that has set no level gets everything, as without a
 * gateway.
 */
export function wantsLog({ logLevel }: Client, level: unknown): boolean {
  return logLevel === undefined || levels.indexOf(String(level)) >= levels.indexOf(logLevel);
}
