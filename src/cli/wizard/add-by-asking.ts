import { intro } from '@clack/prompts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import type { Plan } from '../../store/write/plan.ts';
import { takeKeys } from '../input/keys.ts';
import { warnAboutSecrets } from '../output/warn-about-secrets.ts';
import { carryOut, withAllowedSecrets } from '../plan/carry-out.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { writtenFor } from './defined-servers.ts';
import { firstDraft, type Given } from './first-draft.ts';
import { planFor } from './plan-for.ts';
import { runWizard } from './run-wizard.ts';
import { steps } from './steps.ts';
import { Keyboard, type KeySource } from './terminal/keyboard.ts';
import { questionsAt } from './terminal/questions-at.ts';
import { type Display, Screen } from './terminal/screen.ts';

const BRACKETED_PASTE = '\u001B[?2004';

/** Prompts for missing fields, shows the change and writes it. Prompts go to stderr. Returns the added servers. */
export async function addByAsking(
  context: CommandContext,
  given: Given,
  input?: KeySource,
  display: Display = process.stderr,
): Promise<Record<string, Server>> {
  const { host, output, globals } = context;
  const screen = new Screen(display, output);
  const { stdin, release } = input ? { stdin: input, release: () => {} } : takeKeys();
  const keyboard = new Keyboard(stdin);
  const draft = await asking();
  if (!draft) {
    output.exitCode = ExitCode.interrupted;
    output.talk('Nothing written.');
    return {};
  }
  const { servers, variables } = writtenFor(draft);
  if (draft.secrets !== 'vault') warnAboutSecrets(output, servers);
  // The plan that was shown and confirmed is written as shown, or not at all.
  const { plan } = draft;
  if (!(await isApproved(plan, context))) {
    output.exitCode = ExitCode.failed;
    output.talk('Nothing written.');
    return {};
  }
  const allowed = plan && (await withAllowedSecrets(plan));
  await carryOut({ ...context, globals: { ...globals, yes: true } }, async () => allowed ?? planFor(draft, host));
  for (const variable of variables) output.talk(howToSet(variable, host));
  return servers;

  async function asking() {
    try {
      screen.write(`${BRACKETED_PASTE}h`);
      intro(`Add a server   ${output.style('dim', 'Esc or ← goes back, Ctrl+C stops')}`, { output: screen });
      const questions = questionsAt({ keyboard, screen, output });
      return await runWizard(steps, firstDraft(given, globals), { host, output, questions });
    } finally {
      screen.write(`${BRACKETED_PASTE}l`);
      keyboard.close();
      release();
      screen.release();
    }
  }
}

/** Confirming a plan does not approve project servers that it hands to a client: each needs its own approval. */
async function isApproved(plan: Plan | undefined, context: CommandContext): Promise<boolean> {
  const required = (plan?.copies ?? []).filter(({ startedBy }) => startedBy !== undefined);
  if (required.length === 0) return true;
  const { requireApprovals } = await import('../approvals/require-approvals.ts');
  return (await requireApprovals(required, { given: [], required }, context)) !== undefined;
}

function howToSet(variable: string, { platform }: Host): string {
  const line = platform === 'win32' ? `setx ${variable} <value>` : `export ${variable}=<value>`;
  return `Set ${variable} before you start a client: ${line}`;
}
