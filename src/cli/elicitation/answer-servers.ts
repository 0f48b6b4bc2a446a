import { describe, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Answer } from '../../runtime/connect/session/questions.ts';
import type { ManagerOptions } from '../../runtime/manager.ts';
import type { CommandContext } from '../program/command-context.ts';
import type { PendingLines } from '../runtime/pending-lines.ts';
import { firstLine } from '../runtime/visible-text.ts';
import { textIn } from './text-in.ts';

type AskPerson = NonNullable<ManagerOptions['ask']>;

/** Answers server requests during a command: the user is prompted at a terminal, otherwise they are declined. */
export function answerServers(context: CommandContext, lines: PendingLines): AskPerson {
  // Prompts are shown one at a time.
  let before: Promise<unknown> = Promise.resolve();
  return async (toRun, question, signal) => {
    if (!context.interactive) return decline(toRun.name, question, context);
    const { askAtTerminal } = await import('./ask-at-terminal.ts');
    const turn = before.then(async () => {
      if (signal?.aborted) return { action: 'cancel' as const };
      const resume = lines.hold();
      return askAtTerminal({ server: toRun.name, question, signal }, context).finally(resume);
    });
    before = turn.catch(() => {});
    return turn;
  };
}

function decline(server: string, question: Readonly<Record<string, unknown>>, { output }: CommandContext): Answer {
  const issue = diagnostic('question-declined', { server, asked: firstLine(textIn(question, 'message')) });
  const { message } = describe(issue);
  output.warn({ code: issue.code, severity: issue.severity, message, server });
  return { action: 'decline' };
}
