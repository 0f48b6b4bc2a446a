import type { JsonSchemaType } from '@modelcontextprotocol/server';
import type { Api } from '../upstream/api.ts';
import { promptParts } from './prompt-parts.ts';
import type { TurnRequest } from './turn-request.ts';
import type { Turn } from './turn-state.ts';

export async function sendPrompt(api: Api, { sessionId, mark }: Turn, request: TurnRequest): Promise<void> {
  const { prompt, attached, model, agent, variant, system, outputSchema } = request;
  const text = outputSchema ? prompt + askForData(outputSchema) : prompt;
  await api.post(`/session/${sessionId}/prompt_async`, {
    parts: promptParts(text, mark, attached),
    ...(model ? { model } : {}),
    ...(agent === undefined ? {} : { agent }),
    ...(variant === undefined ? {} : { variant }),
    ...(system === undefined ? {} : { system }),
  });
}

/**
 * OpenCode's own way to ask for data leaves sessions behind that cannot be read any more, so the model is asked in
 * words and its answer checked afterwards.
 */
function askForData(schema: JsonSchemaType): string {
  return `\n\nEnd with one final message that holds nothing but a JSON value which fits this JSON Schema, without a code fence:\n${JSON.stringify(schema)}`;
}
