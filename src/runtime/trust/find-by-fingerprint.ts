import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Environment } from '../../model/reference.ts';
import type { ServerToRun } from '../types.ts';
import { fingerprintOf } from './approval.ts';

/**
 * The only server whose fingerprint starts with `beginning`. A collision of 8 characters can be found in minutes, so
 * approving requires at least 16.
 */
export function findByFingerprint(
  beginning: string,
  servers: readonly ServerToRun[],
  env: Environment,
  least = 16,
): ServerToRun {
  const hash = beginning.toLowerCase();
  if (hash.length < least) throw new PlugboardError('approval-unknown', { hash, why: 'short', least });
  const found = servers.filter((toRun) => fingerprintOf(toRun, env).startsWith(hash));
  const [first, ...others] = found;
  if (!first) throw new PlugboardError('approval-unknown', { hash, why: 'none' });
  // The same definition in two files of a project is one decision.
  const same = others.every((other) => fingerprintOf(other, env) === fingerprintOf(first, env));
  if (!same) throw new PlugboardError('approval-unknown', { hash, why: 'several' });
  return first;
}
