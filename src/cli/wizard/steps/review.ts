import { planDiff } from '../../../manage/compare/diff.ts';
import { visibleChanges } from '../../../manage/plan/plan-words.ts';
import { nameOf } from '../../../manage/plan/target.ts';
import { masked, targetOfServer } from '../../../manage/secrets/masked-server.ts';
import { PlugboardError } from '../../../model/diagnostics/error.ts';
import { lossInWords } from '../../../model/diagnostics/loss.ts';
import { inferTransport, type Server } from '../../../model/server.ts';
import { isMap, type Value } from '../../../model/value.ts';
import { visible, visibleLines } from '../../../model/visible.ts';
import type { Plan } from '../../../store/write/plan.ts';
import { colored } from '../../plan/show-plan.ts';
import { targetsOf } from '../chosen-targets.ts';
import { writtenFor } from '../defined-servers.ts';
import type { Draft } from '../draft.ts';
import { planFor } from '../plan-for.ts';
import { type Answer, BACK, type Choice, isAnswered, STOP } from '../questions.ts';
import type { Step } from '../step.ts';
import type { WizardContext } from '../wizard-context.ts';

type Verdict = 'save' | 'back' | 'cancel';

const choices: readonly Choice<Verdict>[] = [
  { value: 'save', label: 'Save' },
  { value: 'back', label: 'Go back and change something' },
  { value: 'cancel', label: 'Cancel' },
];

/** Shows the exact change and asks for confirmation. */
export const review: Step<WizardContext> = {
  topic: 'review',
  applies: () => true,
  async ask(draft, context) {
    const { plan, problem } = await attempt(draft, context);
    context.questions.say(
      ...definitionLines(writtenFor(draft).servers),
      `in ${targetsOf(draft).map(nameOf).join(', ')}`,
      ...(plan ? planLines(plan, context) : []),
    );
    const answer: Answer<Verdict> = await context.questions.choose({
      message: problem ?? 'Save this?',
      choices: problem === undefined ? choices : choices.slice(1),
    });
    if (!isAnswered(answer)) return answer;
    if (answer === 'save' && plan) return { ...draft, plan };
    return answer === 'cancel' ? STOP : BACK;
  },
};

/** The plan, or why it cannot be applied. */
async function attempt(draft: Draft, { host }: WizardContext): Promise<{ plan?: Plan; problem?: string }> {
  try {
    const plan = await planFor(draft, host);
    return visibleChanges(plan, host).length > 0 ? { plan } : { plan, problem: 'Nothing would change.' };
  } catch (error) {
    if (error instanceof PlugboardError) return { problem: visibleLines(error.message) };
    throw error;
  }
}

function planLines(plan: Plan, { host, output }: WizardContext): string[] {
  const changes = visibleChanges(plan, host).flatMap((change) => ['', ...colored(planDiff(change, plan), output)]);
  const losses = plan.losses.map((loss) => `${output.mark('warning')} ${visible(lossInWords(loss))}`);
  return losses.length > 0 ? [...changes, '', ...losses] : changes;
}

/** Definitions as readable lines with masked secrets. */
function definitionLines(servers: Readonly<Record<string, Server>>): string[] {
  return Object.entries(servers).flatMap(([name, server]) => {
    const { transport: _, command: _c, args: _a, url: _u, ...rest } = server;
    const details = Object.entries(masked(rest as Value) as Record<string, Value>).flatMap(fieldLines);
    return [`${visible(name)} (${inferTransport(server)}): ${targetOfServer(server)}`, ...details.map(visible)];
  });
}

function fieldLines([field, value]: [string, Value]): string[] {
  if (isMap(value)) return Object.entries(value).map(([key, item]) => `  ${field} ${key}: ${inWords(item)}`);
  return [`  ${field}: ${inWords(value)}`];
}

function inWords(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
