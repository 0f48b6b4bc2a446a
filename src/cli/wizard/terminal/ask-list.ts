import { multiselect, select } from '@clack/prompts';
import type { Answer } from './answer.ts';
import { followCursor } from './cursor.ts';
import type { Focus } from './keyboard.ts';
import { open, type Seat, streamsOf } from './seat.ts';

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
  readonly disabled?: boolean;
}

const focus: Focus = { leftLeadsBack: () => true, typed: () => '' };

/** Asks for one of several. */
export async function askOne<T>(
  seat: Seat,
  message: string,
  choices: readonly Choice<T>[],
  initial: T | undefined,
): Promise<Answer<T>> {
  const options = choices.map((choice, index) => ({ ...choice, value: index }));
  const initialValue = choices.findIndex(({ value }) => value === initial);
  return open<T>(seat, focus, async () => {
    const index = await select({ ...streamsOf(seat), message, options, initialValue });
    return typeof index === 'symbol' ? index : (choices[index] as Choice<T>).value;
  });
}

/** Asks for any of several, at least one unless there may be none. */
export async function askSeveral<T>(
  seat: Seat,
  message: string,
  choices: readonly Choice<T>[],
  initial: readonly T[],
  mayBeNone = false,
): Promise<Answer<T[]>> {
  const cursor = followCursor(seat.keyboard.keys, choices);
  const options = choices.map(({ label, ...choice }, index) => ({
    ...choice,
    value: index,
    // Where the cursor is must not be told by colour alone.
    get label() {
      const at = cursor.at();
      return seat.colour || at === undefined ? label : `${at === index ? '>' : ' '} ${label}`;
    },
  }));
  const initialValues = choices.flatMap(({ value }, index) => (initial.includes(value) ? [index] : []));
  try {
    return await open<T[]>(seat, focus, async () => {
      const chosen = await multiselect({ ...streamsOf(seat), message, options, initialValues, required: !mayBeNone });
      return typeof chosen === 'symbol'
        ? chosen
        : choices.filter((_, index) => chosen.includes(index)).map(({ value }) => value);
    });
  } finally {
    cursor.stop();
  }
}
