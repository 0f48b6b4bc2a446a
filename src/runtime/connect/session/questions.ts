import { ConnectionError } from '../errors.ts';
import { fieldsOf, isObject } from '../fields.ts';

/** What somebody says to a question of a server. */
export interface Answer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>>;
}

/**
 * Puts a question of a server to a person: what it asks for stands in `message` and `requestedSchema`, or in `url` when
 * its `mode` is `url`.
 */
export type Ask = (question: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<Answer>;

/** What servers are told about us: whether they may ask for values, and for a visit to an address. */
export const capabilitiesWith = (
  ask: Ask | undefined,
): { elicitation?: { form: Record<string, never>; url: Record<string, never> } } =>
  ask ? { elicitation: { form: {}, url: {} } } : {};

/** The answer of a person, exactly as given; one without any content accepts what the server has proposed. */
export async function answerTo(question: Record<string, unknown>, ask: Ask, signal?: AbortSignal): Promise<Answer> {
  const { action, content } = await ask(question, signal);
  if (action !== 'accept' || question['mode'] === 'url') return { action };
  if (content) return { action, content };
  const properties = Object.entries(fieldsOf(fieldsOf(question['requestedSchema'])['properties']));
  const proposed = properties.map(([name, property]) => [name, fieldsOf(property)['default']] as const);
  const defaults = Object.fromEntries(proposed.filter(([, value]) => value !== undefined));
  return { action, content: defaults as NonNullable<Answer['content']> };
}

type Params = Record<string, unknown> | undefined;
type Send = (params: Params) => Promise<Record<string, unknown>>;

/** A server that asks on and on does not get any further. */
const MOST_ROUNDS = 20;

/**
 * A modern server answers a request with questions, and gets the same request again with the answers. What it wants to
 * be reminded of goes back as it came.
 */
export async function withAnswers(
  send: Send,
  params: Params,
  ask: Ask,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  let result = await send(params);
  for (let round = 0; result['resultType'] === 'input_required'; round += 1) {
    if (round === MOST_ROUNDS) throw new ConnectionError(endless);
    const { inputRequests, requestState } = result;
    const inputResponses = isObject(inputRequests) ? await answersTo(inputRequests, ask, signal) : undefined;
    result = await send({
      ...params,
      ...(inputResponses && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    });
  }
  return result;
}

async function answersTo(
  questions: Record<string, unknown>,
  ask: Ask,
  signal: AbortSignal | undefined,
): Promise<Record<string, Answer>> {
  const answers: [string, Answer][] = [];
  // One after the other: there is one person.
  for (const [name, question] of Object.entries(questions)) {
    const { method, params } = fieldsOf(question);
    if (method !== 'elicitation/create') throw new ConnectionError(notOffered);
    answers.push([name, await answerTo(fieldsOf(params), ask, signal)]);
  }
  return Object.fromEntries(answers);
}

const endless = { kind: 'protocol', message: 'The server does not stop asking questions.' } as const;
const notOffered = { kind: 'protocol', message: 'The server asks for something that it was not offered.' } as const;
