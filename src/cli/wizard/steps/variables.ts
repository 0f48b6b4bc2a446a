import { isSecretName } from '../../../model/secrets/secret-name.ts';
import { isPlainSecret, maskValue } from '../../../model/secrets/secret.ts';
import { visible } from '../../../model/visible.ts';
import { transportOf } from '../defined-servers.ts';
import { type Answer, type ChoiceQuestion, isAnswered, STOP } from '../questions.ts';
import type { Step } from '../step.ts';
import type { WizardContext } from '../wizard-context.ts';

type Values = Readonly<Record<string, string>>;

/** The differences between the prompts for variables and headers. */
interface Kind {
  readonly message: string;
  readonly one: string;
  readonly example: string;
  readonly pattern: RegExp;
  /** Whether an empty value means the environment variable of the same name. */
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
  message: 'Does it need HTTP headers, for example for authentication?',
  one: 'header',
  example: 'Authorization',
  pattern: /^[!#$%&'*+.^_`|~\w-]+$/,
  own: false,
};

export const env: Step<WizardContext> = {
  topic: 'env',
  applies: (draft) => draft.way === 'steps' && transportOf(draft) === 'stdio',
  async ask(draft, context) {
    const values = await askValues(context, variable, draft.env ?? {});
    return isAnswered(values) ? { ...draft, env: values } : values;
  },
};

export const headers: Step<WizardContext> = {
  topic: 'headers',
  applies: (draft) => draft.way === 'steps' && ['http', 'sse'].includes(transportOf(draft) ?? ''),
  async ask(draft, context) {
    const values = await askValues(context, header, draft.headers ?? {});
    return isAnswered(values) ? { ...draft, headers: values } : values;
  },
};

/** The next action; continue if absent. */
interface Next {
  readonly add?: true;
  readonly remove?: string;
}

/** Asks for pairs until the user has no more. */
async function askValues(context: WizardContext, kind: Kind, given: Values): Promise<Answer<Values>> {
  const clear = context.questions.mark();
  let values = given;
  for (;;) {
    clear();
    const next = await context.questions.choose(nextQuestion(kind, values));
    if (!isAnswered(next)) return next;
    if (next.remove !== undefined) values = without(next.remove, values);
    else if (!next.add) return values;
    else {
      const added = await askPair(context, kind);
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

/** Asks for a name and its value. The value is not echoed if its name marks a secret. */
async function askPair({ questions }: WizardContext, kind: Kind): Promise<Answer<Values>> {
  const name = await questions.text({
    message: `Name of the ${kind.one}`,
    example: kind.example,
    check: (text) => (kind.pattern.test(text) ? undefined : `Not a valid ${kind.one} name`),
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
