import type { ServerResponse } from 'node:http';
import type { Gateway } from '../session/session.ts';
import type { Front } from './front.ts';
import { sendJson } from './http-refusal.ts';

/** Liveness check. Details are sent only with the token. */
export function sendHealth(response: ServerResponse, gateway: Gateway, hasToken: boolean): void {
  const { servers, sessions, isComplete } = hasToken ? gateway.health() : {};
  sendJson(response, 200, JSON.stringify({ status: 'ok', isComplete, sessions, servers }));
}

/** Readiness check: whether new requests are accepted and can be answered. */
export function sendReadiness(response: ServerResponse, front: Pick<Front, 'isDraining' | 'isReady'>): void {
  const status = front.isDraining ? 'draining' : front.isReady ? 'ready' : 'starting';
  if (status === 'ready') sendJson(response, 200, JSON.stringify({ status }));
  else sendJson(response, 503, JSON.stringify({ status }), { 'retry-after': '1' });
}
