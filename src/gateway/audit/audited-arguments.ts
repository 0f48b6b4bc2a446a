import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../model/json/canonical-json.ts';

/**
 * What an audit log records of the arguments of a call. `hash`: a keyed hash, so equal arguments can be recognized, but
 * not guessed by trying values without the key.
 */
export type ArgumentPolicy =
  | { readonly record: 'none' | 'keep' }
  | { readonly record: 'hash'; readonly key: Uint8Array };

/** The fields of the log entry. */
export function auditedArguments(
  policy: ArgumentPolicy,
  text: (() => string | undefined) | undefined,
): { readonly arguments?: string; readonly argumentsHash?: string } {
  if (policy.record === 'none') return {};
  const value = text?.();
  if (value === undefined) return {};
  if (policy.record !== 'hash') return { arguments: value };
  return { argumentsHash: createHmac('sha256', policy.key).update(canonical(value)).digest('base64url') };
}

/** Clients write the same arguments with different spaces and orders of keys. */
function canonical(text: string): string {
  return canonicalJson(JSON.parse(text));
}
