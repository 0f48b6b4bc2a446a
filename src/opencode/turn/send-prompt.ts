import type { JsonSchemaType } from '@modelcontextprotocol/server';
import type { Api } from '../upstream/api.ts';
import { promptParts } from './prompt-parts.ts';
import type { TurnRequest } from './turn-request.ts';
import type { Turn } from './turn-state.ts';

export async function sendPrompt(api: Api, { sessionId, mark }: Turn, request: TurnRequest): Promise<void> {
  const { prompt, attached, model, agent, variant, system, outputSchema } = request;
  const text = outputSchema ? prompt + structuredOutputPrompt(outputSchema) : prompt;
  await api.post(`/session/${sessionId}/prompt_async`, {
    parts: promptParts(text, mark, attached),
    ...(model ? { model } : {}),
    ...(agent === undefined ? {} : { agent }),
    ...(variant === undefined ? {} : { variant }),
    ...(system === undefined ? {} : { system }),
  });
}

/**
 * OpenCode's own structured output leaves sessions that can no longer be read, so the model is asked in the prompt and
 * its answer validated afterwards.
 */
function structuredOutputPrompt(schema: JsonSchemaType): string {
  return `\n\nEnd with one final message that contains only a JSON value matching this JSON Schema, without a code fence:\n${JSON.stringify(schema)}`;
}
