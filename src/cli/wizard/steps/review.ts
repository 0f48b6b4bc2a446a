import { planDiff } from '../../../manage/compare/diff.ts';
import { visibleChanges } from '../../../manage/plan/plan-words.ts';
import { nameOf } from '../../../manage/plan/target.ts';
import { masked, ofOthers, targetOfServer } from '../../../manage/secrets/masked-server.ts';
import { PlugboardError } from '../../../model/diagnostics/error.ts';
import { lossInWords } from '../../../model/diagnostics/loss.ts';
import { secretsIn } from '../../../model/secrets/plain-secrets.ts';
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
      ...definitionLines(writtenFor(draft).servers, ownIn(draft)),
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

/** The secrets of the person in what others wrote; undefined if the person answered step by step. */
function ownIn({ way, brought, base }: Draft): readonly string[] | undefined {
  if (way !== 'paste' || !brought) return undefined;
  return [...(brought.own ?? []), ...secretsIn(base).map(({ secret, text }) => secret ?? text)];
}

/** Definitions as readable lines. Secrets are masked; in what others wrote only those of the person (`own`). */
function definitionLines(servers: Readonly<Record<string, Server>>, own: readonly string[] | undefined): string[] {
  return Object.entries(servers).flatMap(([name, server]) => {
    const { transport: _, command: _c, args: _a, url: _u, ...rest } = server;
    const fields = own ? rest : masked(rest as Value);
    const details = Object.entries(fields as Record<string, Value>).flatMap(fieldLines);
    const lines = details.map((line) => (own ? ofOthers(line, own) : visible(line)));
    return [`${visible(name)} (${inferTransport(server)}): ${targetOfServer(server, own)}`, ...lines];
  });
}

function fieldLines([field, value]: [string, Value]): string[] {
  if (isMap(value)) return Object.entries(value).map(([key, item]) => `  ${field} ${key}: ${inWords(item)}`);
  return [`  ${field}: ${inWords(value)}`];
}

function inWords(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
