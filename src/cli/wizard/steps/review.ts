import { unifiedDiff } from '../../../manage/diff.ts';
import { visibleChanges } from '../../../manage/plan-words.ts';
import { nameOf } from '../../../manage/target.ts';
import { PlugboardError } from '../../../model/error.ts';
import { lossInWords } from '../../../model/loss.ts';
import { visible, visibleLines } from '../../../model/visible.ts';
import type { Plan } from '../../../store/plan.ts';
import { coloured } from '../../show-plan.ts';
import { targetsOf } from '../chosen-targets.ts';
import { writtenFor } from '../defined-servers.ts';
import { definitionLines } from '../definition-lines.ts';
import type { Desk } from '../desk.ts';
import type { Draft } from '../draft.ts';
import { planFor } from '../plan-for.ts';
import { type Answer, BACK, isAnswered, STOP } from '../terminal/answer.ts';
import type { Choice } from '../terminal/ask-list.ts';
import type { Step } from '../walk.ts';

type Verdict = 'save' | 'back' | 'cancel';

const choices: readonly Choice<Verdict>[] = [
  { value: 'save', label: 'Save' },
  { value: 'back', label: 'Go back and change something' },
  { value: 'cancel', label: 'Cancel' },
];

/** Shows what would be written, to the letter, and asks once. */
export const review: Step<Desk> = {
  topic: 'review',
  applies: () => true,
  async ask(draft, desk) {
    const { plan, problem } = await attempt(draft, desk);
    desk.questions.say(
      ...definitionLines(writtenFor(draft).servers),
      `in ${targetsOf(draft).map(nameOf).join(', ')}`,
      ...(plan ? planLines(plan, desk) : []),
    );
    const answer: Answer<Verdict> = await desk.questions.choose({
      message: problem ?? 'Save this?',
      choices: problem === undefined ? choices : choices.slice(1),
    });
    if (!isAnswered(answer)) return answer;
    if (answer === 'save' && plan) return { ...draft, plan };
    return answer === 'cancel' ? STOP : BACK;
  },
};

/** The plan, and why it cannot be carried out. */
async function attempt(draft: Draft, { host }: Desk): Promise<{ plan?: Plan; problem?: string }> {
  try {
    const plan = await planFor(draft, host);
    return visibleChanges(plan, host).length > 0 ? { plan } : { plan, problem: 'So nothing would be written.' };
  } catch (error) {
    if (error instanceof PlugboardError) return { problem: visibleLines(error.message) };
    throw error;
  }
}

function planLines(plan: Plan, { host, output }: Desk): string[] {
  const changes = visibleChanges(plan, host).flatMap((change) => ['', coloured(unifiedDiff(change), output)]);
  const losses = plan.losses.map((loss) => `${output.mark('warning')} ${visible(lossInWords(loss))}`);
  return losses.length > 0 ? [...changes, '', ...losses] : changes;
}
