import { readJson } from '../../model/json/read-json.ts';
import { checkValue } from '../../model/schema/check-value.ts';
import type { Choice, Field, Member } from '../../model/schema/field.ts';
import { visible } from '../../model/visible.ts';
import { firstLine } from '../runtime/visible-text.ts';
import { type Answer, isAnswered, type Questions } from '../wizard/questions.ts';

/** Prompts for one value of a form. Undefined omits it. */
export async function askField(
  questions: Questions,
  { key, required, field }: Member,
  known: ReadonlyMap<string, unknown>,
): Promise<Answer<unknown>> {
  const mayBeAbsent = !required;
  const message = heading(key, field, mayBeAbsent);
  const initial = known.has(key) ? known.get(key) : field.default;
  switch (field.kind) {
    case 'fixed':
      return field.value;
    case 'yes-no':
      return choose(questions, message, yesOrNo, initial, mayBeAbsent);
    case 'choice':
      return choose(questions, message, field.choices, initial, mayBeAbsent);
    case 'many':
      return chooseSeveral(questions, message, field, initial, mayBeAbsent);
    case 'text':
    case 'number':
    case 'list':
    case 'group':
    case 'variants':
    case 'json':
      return write(questions, { message, field, initial, mayBeAbsent });
  }
}

const yesOrNo: readonly Choice[] = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

function heading(key: string, { title, description }: Field, mayBeAbsent: boolean): string {
  const name = title === undefined || title === key ? visible(key) : `${firstLine(title)} (${visible(key)})`;
  const about = description === undefined ? '' : `: ${firstLine(description)}`;
  return `${name}${about}${mayBeAbsent ? ' (optional)' : ''}`;
}

async function choose(
  questions: Questions,
  message: string,
  choices: readonly Choice[],
  initial: unknown,
  mayBeAbsent: boolean,
): Promise<Answer<unknown>> {
  const shown = choices.map(({ value, label }) => ({ value, label: visible(label) }));
  const none = mayBeAbsent ? [{ value: undefined, label: 'Skip' }] : [];
  return questions.choose<unknown>({ message, choices: [...shown, ...none], initial });
}

async function chooseSeveral(
  questions: Questions,
  message: string,
  field: Extract<Field, { kind: 'many' }>,
  initial: unknown,
  mayBeAbsent: boolean,
): Promise<Answer<unknown>> {
  const choices = field.choices.map(({ value, label }) => ({ value, label: visible(label) }));
  for (let chosenBefore: readonly unknown[] = Array.isArray(initial) ? initial : []; ;) {
    const chosen = await questions.chooseSeveral({ message, choices, initial: chosenBefore, mayBeNone: true });
    if (!isAnswered(chosen)) return chosen;
    const [issue] = checkValue(chosen, field.schema);
    if (chosen.length === 0 && mayBeAbsent) return undefined;
    if (!issue) return chosen;
    questions.say(issue.message);
    chosenBefore = chosen;
  }
}

interface Written {
  readonly message: string;
  readonly field: Field;
  readonly initial: unknown;
  readonly mayBeAbsent: boolean;
}

/** Prompts for text and numbers, and for all other types as JSON. */
async function write(
  questions: Questions,
  { message, field, initial, mayBeAbsent }: Written,
): Promise<Answer<unknown>> {
  const isText = field.kind === 'text';
  const how = isText || field.kind === 'number' ? '' : ', as JSON';
  const answer = await questions.text({
    message: `${message}${how}`,
    ...(initial !== undefined && { initial: visible(typeof initial === 'string' ? initial : JSON.stringify(initial)) }),
    check: (text) => {
      if (text === '' && mayBeAbsent) return undefined;
      const value = valueOf(text, isText);
      if (value === undefined) return field.kind === 'number' ? 'This must be a number.' : 'This is not JSON.';
      if (text === '' && !isText) return 'This is needed.';
      return checkValue(value, field.schema)[0]?.message;
    },
  });
  if (!isAnswered(answer)) return answer;
  return answer === '' && mayBeAbsent ? undefined : valueOf(answer, isText);
}

function valueOf(text: string, isText: boolean): unknown {
  if (isText) return text;
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
