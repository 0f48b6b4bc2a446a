import type { ServerResponse } from 'node:http';
import type { Gateway } from '../session.ts';
import { sendJson } from './refuse.ts';

/** Whether the process lives. Who it serves is told only to those with the token. */
export function sendHealth(response: ServerResponse, gateway: Gateway, hasToken: boolean): void {
  const { servers, sessions, isComplete } = gateway.health();
  const details = hasToken ? { isComplete, sessions, servers } : {};
  sendJson(response, 200, JSON.stringify({ status: 'ok', ...details }));
}

/** Whether new requests are taken. */
export function sendReadiness(response: ServerResponse, isDraining: boolean): void {
  if (isDraining) sendJson(response, 503, '{"status":"draining"}', { 'retry-after': '1' });
  else sendJson(response, 200, '{"status":"ready"}');
}
