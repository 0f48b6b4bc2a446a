import type { CallToolResult } from '@modelcontextprotocol/server';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { maskLine } from '../model/secrets/secret.ts';
import { cutToFit, essentials } from './bound.ts';
import { ToolFailure } from './failure.ts';

type Data = Record<string, unknown>;

/** What the protocol of 2026-07-28 adds to each result, and what surrounds the data in both forms. */
const envelope = 160;
const frame = 60;
/** With less than this, the fields of the protocol would leave no room for data. */
const leastWithEnvelope = 600;

/** Characters for the result as a whole: its text, its structured content and the fields around them. */
function resultChars(maxChars: number): number {
  return maxChars < leastWithEnvelope ? maxChars : maxChars - envelope;
}

/** How much data an answer has room for, its two forms counted together. */
export function roomFor(maxChars: number): number {
  return resultChars(maxChars) - frame;
}

/** One text item with the data as JSON, and the same for clients that take it as it is; together within the bound. */
export function answer(data: Data, maxChars: number, required: readonly string[]): CallToolResult {
  // What is undefined is not there in JSON, so it must not be there in the other form either.
  const plain = JSON.parse(JSON.stringify(data)) as Data;
  const fits = (result: CallToolResult): boolean => JSON.stringify(result).length <= resultChars(maxChars);
  const inBothForms = (shown: Data): CallToolResult => ({
    content: [{ type: 'text', text: JSON.stringify(shown) }],
    structuredContent: shown,
  });
  const cut = cutToFit(plain, (shown) => fits(inBothForms(shown)));
  if (cut) return inBothForms(cut);
  const least = essentials(plain, required);
  const result = inBothForms(least);
  return fits(result)
    ? result
    : { content: [{ type: 'text', text: 'Longer than maxChars: see structuredContent.' }], structuredContent: least };
}

/** `advise` keeps the suggestions that the client can follow. */
export function failedAnswer(
  error: unknown,
  maxChars: number,
  advise: (suggestions: readonly string[]) => readonly string[],
): CallToolResult {
  const { message, code, suggestions, details } = asFailure(error);
  const asResult = (shown: Data): CallToolResult => ({
    content: [{ type: 'text', text: JSON.stringify(shown) }],
    isError: true,
  });
  const fits = (shown: Data): boolean => JSON.stringify(asResult(shown)).length <= resultChars(maxChars);
  const whole = { error: message, code, suggestions: advise(suggestions), ...details };
  return asResult(cutToFit(whole, fits) ?? cutToFit({ error: message, code }, fits) ?? { code });
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
