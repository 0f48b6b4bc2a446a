import type { CallToolResult } from '@modelcontextprotocol/server';
import { PlugboardError } from '../model/error.ts';
import { maskLine } from '../model/secret.ts';
import { ToolFailure } from './failure.ts';

/** One text item with the data as JSON, and the same for clients that take it as it is. */
export function answer(data: Record<string, unknown>): CallToolResult {
  // What is undefined is not there in JSON, so it must not be there in the other form either.
  const text = JSON.stringify(data, null, 2);
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> };
}

export function failedAnswer(error: unknown): CallToolResult {
  const { message, code, suggestions, details } = asFailure(error);
  const data = { error: message, code, suggestions, ...details };
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
