import type { Readable } from 'node:stream';
import { multiselect, select } from '@clack/prompts';
import type { Answer } from './answer.ts';
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

const steps: Readonly<Record<string, 1 | -1>> = { up: -1, k: -1, h: -1, down: 1, j: 1, l: 1, right: 1 };

interface Cursor {
  /** The index of the current line; undefined after the answer. */
  at(): number | undefined;
  stop(): void;
}

/** Tracks the cursor of a list, which the prompt library shows only in color. Skips disabled lines. */
function followCursor(keys: Readable, lines: readonly { readonly disabled?: boolean }[]): Cursor {
  let at = lines.findIndex(({ disabled }) => !disabled);
  let answered = false;
  const onKey = (_: unknown, { name = '' }: { readonly name?: string }): void => {
    const step = steps[name] ?? 0;
    answered = name === 'return';
    if (step === 0 || at === -1) return;
    do at = (at + step + lines.length) % lines.length;
    while (lines[at]?.disabled);
  };
  keys.on('keypress', onKey);
  return { at: () => (answered ? undefined : at), stop: () => keys.off('keypress', onKey) };
}
