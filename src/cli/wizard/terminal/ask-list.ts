import type { Readable } from 'node:stream';
import { multiselect, select } from '@clack/prompts';
import type { Answer, Choice, ChoiceQuestion, SeveralQuestion } from '../questions.ts';
import { open, streamsOf, type Terminal } from './open.ts';

/** Prompts for one of several choices. */
export async function askOne<T>(
  terminal: Terminal,
  { message, choices, initial }: ChoiceQuestion<T> & { readonly initial?: T | undefined },
): Promise<Answer<T>> {
  const options = choices.map((choice, index) => ({ ...choice, value: index }));
  const initialValue = choices.findIndex(({ value }) => value === initial);
  return open<T>(terminal, {}, async () => {
    const index = await select({ ...streamsOf(terminal), message, options, initialValue });
    return typeof index === 'symbol' ? index : (choices[index] as Choice<T>).value;
  });
}

/** Prompts for any number of choices, at least one unless `mayBeNone`. */
export async function askSeveral<T>(
  terminal: Terminal,
  { message, choices, initial, mayBeNone = false }: SeveralQuestion<T>,
): Promise<Answer<T[]>> {
  const cursor = terminal.output.color ? undefined : followCursor(terminal.keyboard.keys, choices);
  const options = choices.map(({ label, ...choice }, index) => ({
    ...choice,
    value: index,
    get label() {
      const at = cursor?.at();
      return at === undefined ? label : `${at === index ? '>' : ' '} ${label}`;
    },
  }));
  const initialValues = choices.flatMap(({ value }, index) => (initial.includes(value) ? [index] : []));
  return open<T[]>(terminal, {}, async () => {
    const prompt = { ...streamsOf(terminal), message, options, initialValues, required: !mayBeNone };
    const chosen = await multiselect(prompt);
    return typeof chosen === 'symbol'
      ? chosen
      : choices.filter((_, index) => chosen.includes(index)).map(({ value }) => value);
  }).finally(() => cursor?.stop());
}

const steps: Readonly<Record<string, 1 | -1>> = { up: -1, k: -1, h: -1, down: 1, j: 1, l: 1, right: 1 };

/** Tracks the cursor of a list, which the library marks only with colors. It is undefined after the answer. */
function followCursor(keys: Readable, lines: readonly { readonly disabled?: boolean }[]) {
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
  return { at: () => (answered ? undefined : at), stop: () => void keys.off('keypress', onKey) };
}
