import { ToolFailure } from '../failure.ts';
import type { ToolCall } from './tool.ts';

/** Refuses arguments that would have no effect beside others: a caller that gives them expects one. */
export function refuseUnused({ given }: Pick<ToolCall, 'given'>, names: readonly string[], beside: string): void {
  const unused = names.filter((name) => given.has(name));
  if (unused.length === 0) return;
  const list = unused.join(', ');
  throw new ToolFailure('INVALID_INPUT', `${list} ${unused.length === 1 ? 'has' : 'have'} no effect ${beside}.`, [
    `Leave ${list} out.`,
  ]);
}
