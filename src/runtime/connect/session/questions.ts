import { ConnectionError } from '../errors.ts';
import { fieldsOf, isObject } from '../fields.ts';

/** A person's answer to an elicitation. */
export interface Answer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>>;
}

/**
 * Asks a person on behalf of a server. The question is in `message` and `requestedSchema`, or in `url` if `mode` is
 * `url`.
 */
export type Ask = (question: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<Answer>;

/** Capabilities to advertise: form and URL elicitation. */
export const capabilitiesWith = (
  ask: Ask | undefined,
): { elicitation?: { form: Record<string, never>; url: Record<string, never> } } =>
  ask ? { elicitation: { form: {}, url: {} } } : {};

/** Returns the person's answer unchanged; accepting without content accepts the server's defaults. */
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

/** Limit for a server that keeps asking. */
const MOST_ROUNDS = 20;

/**
 * A modern server answers a request with questions and gets the request again with the answers. Its `requestState` is
 * returned unchanged.
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
  // One after the other, since there is one person.
  for (const [name, question] of Object.entries(questions)) {
    const { method, params } = fieldsOf(question);
    if (method !== 'elicitation/create') throw new ConnectionError(notOffered);
    answers.push([name, await answerTo(fieldsOf(params), ask, signal)]);
  }
  return Object.fromEntries(answers);
}

const endless = { kind: 'protocol', message: 'The server keeps asking for input.' } as const;
const notOffered = { kind: 'protocol', message: 'The server requested a capability that was not advertised.' } as const;
