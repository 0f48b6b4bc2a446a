import { isMap } from '../../model/value.ts';
import { storedJson } from '../state/stored-json.ts';
import { type Caller, LOCAL, type Principal } from './principal.ts';

/** Field of a session record. */
export const CALLER = 'caller';

/** The caller as text, for other replicas. Credentials are not part of it. */
export function callerText({ principal, view }: Caller): string {
  const { kind, id, account, view: within } = principal;
  return JSON.stringify({ kind, id, account, within, view });
}

/** Undefined if the text was not written by `callerText`; the request is then rejected. */
export function readCaller(text: unknown): Caller | undefined {
  const value = storedJson(text);
  if (!isMap(value)) return undefined;
  const { kind, id, account, within, view } = value;
  const isOptional = (one: unknown): one is string | undefined => one === undefined || typeof one === 'string';
  if (typeof id !== 'string' || !isOptional(account) || !isOptional(within) || !isOptional(view)) return undefined;
  if (kind === 'local') return { principal: LOCAL, view };
  if (kind !== 'token' && kind !== 'oauth') return undefined;
  return { principal: { ...principalOf(kind, id, within), ...(account !== undefined && { account }) }, view };
}

/** The replica that has the connection checks the expiry. */
function principalOf(kind: 'token' | 'oauth', id: string, view: string | undefined): Principal {
  return { kind, id, ...(view !== undefined && { view }), scopes: [], groups: [], expiresAt: Infinity };
}
