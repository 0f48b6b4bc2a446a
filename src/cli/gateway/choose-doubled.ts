import type { Command } from 'commander';
import type { View } from '../../gateway/options.ts';
import type { Target } from '../../manage/plan/target.ts';
import { count } from '../../model/count.ts';
import { isLoopbackName } from '../../runtime/sign-in/forbidden-address.ts';
import { withProgress } from '../output/progress.ts';
import type { CommandContext } from '../program/command-context.ts';
import type { IsReplaced } from './connect-plan.ts';
import { type DoubledServer, doubledServers, doubledText } from './doubled-servers.ts';

export interface DoubledFlags {
  readonly http?: string;
  readonly replace?: boolean;
  readonly beside?: boolean;
}

export interface DoubledChoice {
  readonly isReplaced: IsReplaced;
  /** The servers that the client then sees twice. */
  readonly left: readonly DoubledServer[];
}

/**
 * What happens to the servers that the client would see twice: as the flags say, or as the person at the terminal answers.
 * Without a flag or a terminal, exits with a usage error.
 */
export async function chooseDoubled(
  target: Target,
  view: View,
  { http, replace, beside }: DoubledFlags,
  command: Command,
  context: CommandContext,
): Promise<DoubledChoice> {
  // Nothing is known here about the servers of another machine's gateway.
  if (http !== undefined && !isLoopbackName(new URL(http).hostname))
    return { isReplaced: () => replace === true, left: [] };
  const { host, output } = context;
  const doubled = await withProgress(output, 'Reading the servers', () => doubledServers(host, target, view));
  const isReplacing =
    replace ?? (doubled.length > 0 && !beside && (await asksToReplace(target, doubled, command, context)));
  if (!isReplacing) return { isReplaced: () => false, left: doubled };
  const replaced = new Set(doubled.filter(({ isThere }) => isThere).map(({ name }) => name));
  return { isReplaced: (name) => replaced.has(name), left: doubled.filter(({ isThere }) => !isThere) };
}

async function asksToReplace(
  target: Target,
  doubled: readonly DoubledServer[],
  command: Command,
  { interactive, globals }: CommandContext,
): Promise<boolean> {
  const text = doubledText(target, doubled, true);
  const there = doubled.filter(({ isThere }) => isThere).length;
  if (!interactive || globals.yes) {
    const replacing = there > 0 ? '--replace to move them to your catalog until disconnect, or ' : '';
    return command.error(`error: ${text}. Add ${replacing}--beside to keep them.`);
  }
  if (there === 0) return false;
  const { choose } = await import('../input/ask.ts');
  const hint = `move ${count(there, 'server')} to your catalog; disconnect and undo bring them back`;
  const answer = await choose(`${text}. What should happen?`, [
    { value: 'replace', label: 'Replace', hint },
    { value: 'beside', label: 'Keep', hint: 'the client sees their tools twice' },
  ]);
  return answer === 'replace';
}
