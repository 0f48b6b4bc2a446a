import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Loss } from '../../model/diagnostics/loss.ts';
import { type Failure, failureOf } from '../program/failure.ts';

/** Converts losses of a partial write to failures. */
export function failuresOf(
  losses: readonly (Loss & { readonly server: string })[],
  code: 'written-in-part' | 'server-refused' = 'written-in-part',
): Failure[] {
  return losses.map((loss) => failureOf(new PlugboardError(code, loss), { ...loss }));
}
