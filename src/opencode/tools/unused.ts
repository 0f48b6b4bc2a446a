import { ToolFailure } from '../failure.ts';
import type { ToolCall } from './tool.ts';

/** Rejects arguments that have no effect with the others: the caller expects an effect. */
export function refuseUnused({ given }: Pick<ToolCall, 'given'>, names: readonly string[], beside: string): void {
  const unused = names.filter((name) => given.has(name));
  if (unused.length === 0) return;
  const list = unused.join(', ');
  throw new ToolFailure('INVALID_INPUT', `${list} ${unused.length === 1 ? 'has' : 'have'} no effect ${beside}.`, [
    `Omit ${list}.`,
  ]);
}
