import { multiselect, select } from '@clack/prompts';
import type { Answer } from './answer.ts';
import { followCursor } from './cursor.ts';
import type { Focus } from './keyboard.ts';
import { open, type Terminal, streamsOf } from './seat.ts';

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
  readonly disabled?: boolean;
}

const focus: Focus = { leftLeadsBack: () => true, typed: () => '' };

/** Prompts for one of several choices. */
export async function askOne<T>(
  terminal: Terminal,
  message: string,
  choices: readonly Choice<T>[],
  initial: T | undefined,
): Promise<Answer<T>> {
  const options = choices.map((choice, index) => ({ ...choice, value: index }));
  const initialValue = choices.findIndex(({ value }) => value === initial);
  return open<T>(terminal, focus, async () => {
    const index = await select({ ...streamsOf(terminal), message, options, initialValue });
    return typeof index === 'symbol' ? index : (choices[index] as Choice<T>).value;
  });
}

/** Prompts for any number of choices, at least one unless `mayBeNone`. */
export async function askSeveral<T>(
  terminal: Terminal,
  message: string,
  choices: readonly Choice<T>[],
  initial: readonly T[],
  mayBeNone = false,
): Promise<Answer<T[]>> {
  const cursor = followCursor(terminal.keyboard.keys, choices);
  const options = choices.map(({ label, ...choice }, index) => ({
    ...choice,
    value: index,
    // Color alone must not mark the cursor.
    get label() {
      const at = cursor.at();
      return terminal.color || at === undefined ? label : `${at === index ? '>' : ' '} ${label}`;
    },
  }));
  const initialValues = choices.flatMap(({ value }, index) => (initial.includes(value) ? [index] : []));
  try {
    return await open<T[]>(terminal, focus, async () => {
      const chosen = await multiselect({
        ...streamsOf(terminal),
        message,
        options,
        initialValues,
        required: !mayBeNone,
      });
      return typeof chosen === 'symbol'
        ? chosen
        : choices.filter((_, index) => chosen.includes(index)).map(({ value }) => value);
    });
  } finally {
    cursor.stop();
  }
}
