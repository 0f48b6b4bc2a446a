import { randomUUID } from 'node:crypto';

const FORM = /^plugboard\.([\da-f]{12})\.[\da-f-]{36}$/;

/** The `requestState` of a call that waits for input. It names the replica that holds the call. */
export function parkedState(replica = '000000000000'): string {
  return `plugboard.${replica}.${randomUUID()}`;
}

/** The replica that holds the call; undefined if the state was made by a server. */
export function parkedAt(requestState: unknown): string | undefined {
  return typeof requestState === 'string' ? FORM.exec(requestState)?.[1] : undefined;
}
