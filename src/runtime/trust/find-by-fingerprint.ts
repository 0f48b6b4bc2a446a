import { PlugboardError } from '../../model/error.ts';
import type { Environment } from '../../model/reference.ts';
import type { ServerToRun } from '../types.ts';
import { fingerprintOf } from './approval.ts';

/**
 * The one server whose fingerprint begins like this. Only for a person who has just been shown it: with patience another
 * definition with the same beginning can be made, so what stands in a script has to be the whole fingerprint.
 */
export function findByFingerprint(
  beginning: string,
  servers: readonly ServerToRun[],
  env: Environment,
  shortest = 8,
): ServerToRun {
  const hash = beginning.toLowerCase();
  if (hash.length < shortest) throw new PlugboardError('approval-unknown', { hash, why: 'short' });
  const found = servers.filter((toRun) => fingerprintOf(toRun, env).startsWith(hash));
  const [first, ...others] = found;
  if (!first) throw new PlugboardError('approval-unknown', { hash, why: 'none' });
  // The same definition in two files of a project is one decision.
  const same = others.every((other) => fingerprintOf(other, env) === fingerprintOf(first, env));
  if (!same) throw new PlugboardError('approval-unknown', { hash, why: 'several' });
  return first;
}
