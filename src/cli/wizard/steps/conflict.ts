import { targetsOf } from '../chosen-targets.ts';
import { definedBy } from '../defined-servers.ts';
import type { Desk } from '../desk.ts';
import { type Answer, BACK, isAnswered } from '../terminal/answer.ts';
import type { Choice } from '../terminal/ask-list.ts';
import type { Step } from '../walk.ts';
import { askName } from './name.ts';

/** What to do where the name is taken. */
export const conflict: Step<Desk> = {
  topic: 'conflict',
  applies: ({ taken = [] }) => taken.length > 0,
  async ask(draft, desk) {
    const wipe = desk.questions.mark();
    const names = Object.keys(definedBy(draft));
    const places = draft.taken ?? [];
    const choices: Choice<'overwrite' | 'skip' | 'rename'>[] = [{ value: 'overwrite', label: 'Replace what is there' }];
    if (names.length === 1) choices.push({ value: 'rename', label: 'Use another name' });
    if (names.length > 1 || places.length < targetsOf(draft).length)
      choices.push({ value: 'skip', label: 'Leave that one as it is, and add the rest' });
    const who = names.length === 1 ? names[0] : 'A server of this name';
    const answer: Answer<'overwrite' | 'skip' | 'rename'> = await desk.questions.choose({
      message: `${who} is already in ${places.join(', ')}`,
      choices,
      initial: draft.conflict === 'fail' ? undefined : draft.conflict,
    });
    if (!isAnswered(answer)) return answer;
    if (answer !== 'rename') return { ...draft, conflict: answer };
    const renamed = await askName(draft, desk);
    if (renamed !== BACK) return renamed;
    wipe();
    return conflict.ask(draft, desk);
  },
};
