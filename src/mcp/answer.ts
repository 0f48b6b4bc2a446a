import type { CallToolResult } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { cutToFit, essentials } from '../mcp/fit-result.ts';
import type { CallFailure } from './failure.ts';

type Data = Record<string, unknown>;

/** Characters that protocol 2026-07-28 adds to each result, and that surround the data in both forms. */
const envelope = 160;
const frame = 60;
/** Below this limit the protocol's own fields would leave no room for data, so they are not counted. */
const leastWithEnvelope = 600;

/** The limit for the whole result: its text, its structured content and the fields around them. */
function resultChars(maxChars: number): number {
  return maxChars < leastWithEnvelope ? maxChars : maxChars - envelope;
}

/** Characters available for data, counting both forms together. */
export function roomFor(maxChars: number): number {
  return resultChars(maxChars) - frame;
}

/** Returns the data as one JSON text item and as structured content, together within the limit. */
export function answer(data: Data, maxChars: number, required: readonly string[]): CallToolResult {
  // JSON omits undefined values, so the structured content must omit them too.
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

/** An error as a result. `advise` keeps the suggestions that the client can follow. */
export function failedAnswer(
  { message, code, suggestions, details }: CallFailure,
  maxChars: number,
  advise: (suggestions: readonly string[]) => readonly string[] = (all) => all,
): CallToolResult {
  const asResult = (shown: Data): CallToolResult => ({
    content: [{ type: 'text', text: JSON.stringify(shown) }],
    isError: true,
  });
  const fits = (shown: Data): boolean => JSON.stringify(asResult(shown)).length <= resultChars(maxChars);
  const whole = { error: message, code, suggestions: advise(suggestions), ...details };
  return asResult(cutToFit(whole, fits) ?? cutToFit({ error: message, code }, fits) ?? { code });
}

/** Clients reject a result that does not match the output schema. */
export function checkedAnswer(output: z.ZodObject, result: CallToolResult): CallToolResult {
  const { error } = output.safeParse(result.structuredContent);
  if (error) throw new Error(`the result does not match its output schema: ${error.message}`);
  return result;
}
