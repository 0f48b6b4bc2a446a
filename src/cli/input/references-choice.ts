import type { Command } from 'commander';
import { count } from '../../model/count.ts';
import type { Plan } from '../../store/write/plan.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import type { CommandContext } from '../program/command-context.ts';

const choices = ['rewrite', 'keep'] as const;

/** What happens to permissions, subagents and hooks that name a server that is renamed or removed. */
export type ReferencesChoice = (typeof choices)[number];

export interface ReferencesFlag {
  readonly references?: string;
}

/** Declares `--references`; `otherwise` is what happens without it and without a terminal. */
export function declareReferences(command: Command, rewrites: string, otherwise: string): Command {
  return command.option(
    '--references <what>',
    `permissions, subagents and hooks that name it: rewrite (${rewrites}) or keep; default: ask, or ${otherwise}`,
  );
}

/**
 * The choice from the flag, or from a prompt if something names the server. `keeping` plans the change with the
 * references as they are. Absent if there is nothing to choose, or no terminal to ask at.
 */
export async function chooseReferences(
  { references: given }: ReferencesFlag,
  keeping: () => Promise<Plan>,
  context: CommandContext,
  command: Command,
): Promise<ReferencesChoice | undefined> {
  const { host, output, globals } = context;
  if (given !== undefined) {
    const known = choices.find((choice) => choice === given);
    return known ?? command.error(`error: --references takes ${choices.join(' or ')}, not '${given}'`);
  }
  if (!context.interactive || globals.yes || globals.dryRun) return undefined;
  const left = (await keeping()).diagnostics.filter(({ code }) => code === 'server-referenced');
  if (left.length === 0) return undefined;
  await printDiagnostics(left, host, output);
  const { choose } = await import('./ask.ts');
  const answer = await choose(`${count(left.length, 'reference')} to this server. What should happen?`, [
    { value: 'rewrite', label: 'Rewrite', hint: 'change them in the same step, undone together' },
    { value: 'keep', label: 'Keep', hint: 'leave them as they are' },
  ]);
  return choices.find((choice) => choice === answer);
}
