import { randomUUID } from 'node:crypto';
import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server';
import { ToolFailure } from '../failure.ts';
import type { Data } from '../tools/tool.ts';
import { canceled } from './abort.ts';
import { guardBudget } from './budget/budget.ts';
import { finalReply, messageText } from './message-text.ts';
import { sendPrompt } from './send-prompt.ts';
import type { Running } from './turn-request.ts';
import type { TurnState } from './turn-state.ts';

type Done = Extract<TurnState, { kind: 'done' }>;

/** An answer with its parsed data. If it does not match the schema, the model may correct it once. */
export async function withData(
  { call, api, watch, request, deadline }: Running,
  sessionId: string,
  first: Done,
  answer: Data,
  schema: JsonSchemaType,
): Promise<Data> {
  const read = ({ replies }: Done): Promise<Structured> => {
    const reply = finalReply(replies);
    return readStructured(reply ? messageText(reply) : '', schema);
  };
  const result = await read(first);
  if ('data' in result) return { ...answer, data: result.data };
  const turn = { sessionId, mark: randomUUID() };
  await guardBudget(call.app, api, turn, request.budget);
  await sendPrompt(api, turn, { ...request, attached: [], prompt: `That was ${result.problem}.` });
  const second = await watch.until(turn, deadline, call.signal);
  if (call.signal.aborted) return canceled(api, turn);
  const repaired = second.kind === 'done' ? await read(second) : result;
  if ('data' in repaired) return { ...answer, data: repaired.data };
  throw new ToolFailure(
    'OUTPUT_INVALID',
    `The answer does not match outputSchema: ${repaired.problem}.`,
    ['The work itself is done: read the answer with opencode_session_messages, or ask again with a simpler schema.'],
    { sessionId, answer: answer['answer'] },
  );
}

type Structured = { readonly data: unknown } | { readonly problem: string };

async function readStructured(text: string, schema: JsonSchemaType): Promise<Structured> {
  const json = /```(?:json)?\s*\n([\s\S]*?)\n```/.exec(text)?.[1] ?? text;
  let value: unknown;
  try {
    value = JSON.parse(json.trim());
  } catch (error) {
    return { problem: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const checked = await validator(schema)['~standard'].validate(value);
  if (!checked.issues) return { data: value };
  return { problem: checked.issues.map(({ message }) => message).join('; ') };
}

/** Throws if the schema itself is invalid, before the prompt is sent. */
export function validator(schema: JsonSchemaType): ReturnType<typeof fromJsonSchema> {
  try {
    return fromJsonSchema(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolFailure('INVALID_INPUT', `outputSchema is not a JSON Schema: ${reason}`, ['Correct it or omit it.']);
  }
}
