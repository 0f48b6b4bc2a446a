import { isSecretName } from '../../../model/secret-name.ts';
import { isPlainSecret, maskValue } from '../../../model/secret.ts';
import { visible } from '../../../model/visible.ts';
import { transportOf } from '../defined-servers.ts';
import type { Desk } from '../desk.ts';
import { type Answer, isAnswered, STOP } from '../terminal/answer.ts';
import type { ChoiceQuestion } from '../terminal/questions.ts';
import type { Step } from '../walk.ts';

type Values = Readonly<Record<string, string>>;

/** How variables and headers differ for the person who is asked. */
interface Kind {
  readonly message: string;
  readonly one: string;
  readonly example: string;
  readonly pattern: RegExp;
  /** The person may have one of the same name. */
  readonly own: boolean;
}

const variable: Kind = {
  message: 'Does it need environment variables?',
  one: 'variable',
  example: 'API_KEY',
  pattern: /^[A-Za-z_]\w*$/,
  own: true,
};

const header: Kind = {
  message: 'Does it need headers, such as one to sign in?',
  one: 'header',
  example: 'Authorization',
  pattern: /^[!#$%&'*+.^_`|~\w-]+$/,
  own: false,
};

export const env: Step<Desk> = {
  topic: 'env',
  applies: (draft) => draft.way === 'steps' && transportOf(draft) === 'stdio',
  async ask(draft, desk) {
    const values = await askValues(desk, variable, draft.env ?? {});
    return isAnswered(values) ? { ...draft, env: values } : values;
  },
};

export const headers: Step<Desk> = {
  topic: 'headers',
  applies: (draft) => draft.way === 'steps' && ['http', 'sse'].includes(transportOf(draft) ?? ''),
  async ask(draft, desk) {
    const values = await askValues(desk, header, draft.headers ?? {});
    return isAnswered(values) ? { ...draft, headers: values } : values;
  },
};

/** What to do next: go on when absent. */
interface Next {
  readonly add?: true;
  readonly remove?: string;
}

/** One after the other, until the person has no more. */
async function askValues(desk: Desk, kind: Kind, given: Values): Promise<Answer<Values>> {
  const wipe = desk.questions.mark();
  let values = given;
  for (;;) {
    wipe();
    const next = await desk.questions.choose(nextQuestion(kind, values));
    if (!isAnswered(next)) return next;
    if (next.remove !== undefined) values = without(next.remove, values);
    else if (!next.add) return values;
    else {
      const added = await askPair(desk, kind);
      if (added === STOP) return STOP;
      if (isAnswered(added)) values = { ...values, ...added };
    }
  }
}

function nextQuestion(kind: Kind, values: Values): ChoiceQuestion<Next> {
  const names = Object.keys(values);
  return {
    message: names.length === 0 ? kind.message : `Another ${kind.one}?`,
    choices: [
      { value: {}, label: names.length === 0 ? 'No' : `No, only ${names.join(', ')}` },
      { value: { add: true }, label: `Add a ${kind.one}` },
      ...names.map((name) => ({ value: { remove: name }, label: `Remove ${name}=${shown(name, values[name])}` })),
    ],
  };
}

/** A name and its value. A value that its name says to be secret is not shown. */
async function askPair({ questions }: Desk, kind: Kind): Promise<Answer<Values>> {
  const name = await questions.text({
    message: `Name of the ${kind.one}`,
    example: kind.example,
    check: (text) => (kind.pattern.test(text) ? undefined : `This is no name of a ${kind.one}`),
  });
  if (!isAnswered(name)) return name;
  const own = kind.own && isSecretName(name) ? `\${${name}}` : '';
  const value = isSecretName(name)
    ? await questions.secret(`Value of ${name}, not shown${own && `; empty for your own ${own}`}`)
    : await questions.text({ message: `Value of ${name}` });
  return isAnswered(value) ? { [name]: value.trim() || own } : value;
}

function shown(name: string, value = ''): string {
  return visible(isPlainSecret(name, value) ? maskValue(value) : value);
}

function without(name: string, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}
