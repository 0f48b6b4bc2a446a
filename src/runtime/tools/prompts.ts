import { isMap } from '../../model/value.ts';
import type { RequestOptions } from '../connect/session/session.ts';
import { blockText } from './content-text.ts';
import { pickTexts } from './pick-texts.ts';
import type { JsonObject, ToolSession } from './tool-source.ts';

export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgument[];
  /** As sent by the server. */
  readonly raw: JsonObject;
}

export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface PromptMessage {
  readonly role?: string;
  /** Other content is described by type and size. */
  readonly text: string;
  readonly raw: JsonObject;
}

/** Leaves out entries without a name. */
export async function listPrompts(session: ToolSession, signal?: AbortSignal): Promise<Prompt[]> {
  const list = await session.listAll('prompts', signal);
  return list.flatMap((raw) => {
    const { name, ...texts } = pickTexts(raw, ['name', 'title', 'description']);
    return name === undefined ? [] : [{ name, ...texts, arguments: readArguments(raw['arguments']), raw }];
  });
}

function readArguments(list: unknown): PromptArgument[] {
  const items: unknown[] = Array.isArray(list) ? list : [];
  return items.filter(isMap).flatMap((item) => {
    const { name, ...texts } = pickTexts(item, ['name', 'title', 'description']);
    return name === undefined ? [] : [{ name, ...texts, required: item['required'] === true }];
  });
}

export async function getPrompt(
  session: ToolSession,
  name: string,
  args: Readonly<Record<string, string>> = {},
  options: RequestOptions = {},
): Promise<{ description?: string; messages: PromptMessage[]; raw: JsonObject }> {
  const raw = await session.request('prompts/get', { name, arguments: args }, options);
  const list: unknown[] = Array.isArray(raw['messages']) ? raw['messages'] : [];
  const messages = list
    .filter(isMap)
    .map((message) => ({ ...pickTexts(message, ['role']), text: blockText(message['content']), raw: message }));
  return { ...pickTexts(raw, ['description']), messages, raw };
}
