import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../model/json/canonical-json.ts';

/**
 * What an audit log records of the arguments of a call. `hash`: a keyed hash, so equal arguments can be recognized, but
 * not guessed by trying values without the key.
 */
export type ArgumentRecord = 'none' | 'hash' | 'keep';

export interface AuditPolicy {
  readonly record: ArgumentRecord;
  /** For single servers, by name. */
  readonly servers?: Readonly<Record<string, ArgumentRecord>>;
  /** Without it, nothing is recorded instead of a hash. */
  readonly key?: Uint8Array;
}

/** The fields of the log entry. */
export function auditedArguments(
  { record: usual, servers = {}, key }: AuditPolicy,
  server: string,
  text: (() => string | undefined) | undefined,
): { readonly arguments?: string; readonly argumentsHash?: string } {
  const record = (Object.hasOwn(servers, server) ? servers[server] : undefined) ?? usual;
  if (record === 'none' || (record === 'hash' && !key)) return {};
  const value = text?.();
  if (value === undefined) return {};
  if (record === 'keep' || !key) return { arguments: value };
  return { argumentsHash: createHmac('sha256', key).update(canonical(value)).digest('base64url') };
}

/** Clients write the same arguments with different spaces and orders of keys. */
function canonical(text: string): string {
  return canonicalJson(JSON.parse(text));
}
