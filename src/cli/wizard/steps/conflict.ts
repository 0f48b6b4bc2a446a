import { targetsOf } from '../chosen-targets.ts';
import { definedBy } from '../defined-servers.ts';
import { type Answer, BACK, type Choice, isAnswered } from '../questions.ts';
import type { Step } from '../step.ts';
import type { WizardContext } from '../wizard-context.ts';
import { askName } from './name.ts';

/** Asks how to resolve a name that is already taken. */
export const conflict: Step<WizardContext> = {
  topic: 'conflict',
  applies: ({ taken = [] }) => taken.length > 0,
  async ask(draft, context) {
    const clear = context.questions.mark();
    const names = Object.keys(definedBy(draft));
    const places = draft.taken ?? [];
    const choices: Choice<'overwrite' | 'skip' | 'rename'>[] = [
      { value: 'overwrite', label: 'Replace the existing server' },
    ];
    if (names.length === 1) choices.push({ value: 'rename', label: 'Use another name' });
    if (names.length > 1 || places.length < targetsOf(draft).length)
      choices.push({ value: 'skip', label: 'Keep the existing server and add the rest' });
    const who = names.length === 1 ? names[0] : 'A server with this name';
    const answer: Answer<'overwrite' | 'skip' | 'rename'> = await context.questions.choose({
      message: `${who} is already in ${places.join(', ')}`,
      choices,
      initial: draft.conflict === 'fail' ? undefined : draft.conflict,
    });
    if (!isAnswered(answer)) return answer;
    if (answer !== 'rename') return { ...draft, conflict: answer };
    const renamed = await askName(draft, context);
    if (renamed !== BACK) return renamed;
    clear();
    return conflict.ask(draft, context);
  },
};
