import type { CallToolResult } from '@modelcontextprotocol/server';
import { PlugboardError } from '../model/error.ts';
import { maskLine } from '../model/secret.ts';
import { ToolFailure } from './failure.ts';
import { bounded, mostChars } from './page.ts';

type Data = Record<string, unknown>;

/** One text item with the data as JSON, and the same for clients that take it as it is; together within the bound. */
export function answer(data: Data, most: number): CallToolResult {
  // What is undefined is not there in JSON, so it must not be there in the other form either.
  const text = JSON.stringify(bounded(data, most), null, 2);
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Data };
}

/** `advise` keeps the suggestions that the client can follow. */
export function failedAnswer(
  error: unknown,
  advise: (suggestions: readonly string[]) => readonly string[],
): CallToolResult {
  const { message, code, suggestions, details } = asFailure(error);
  const data = bounded({ error: message, code, suggestions: advise(suggestions), ...details }, mostChars);
  return { content: [{ type: 'text', text: JSON.stringify(data, null, 2) }], isError: true };
}

function asFailure(error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  if (error instanceof PlugboardError) {
    const code = error.code === 'conflict' || error.code === 'locked' ? 'CONFIG_CONFLICT' : 'CONFIG_INVALID';
    const suggestions = ['Read the settings with opencode_config_get, correct what is wrong, and try again.'];
    return new ToolFailure(code, maskLine(error.message), suggestions);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ToolFailure('INTERNAL', maskLine(message), ['Try again; if it happens again, call opencode_status.']);
}
