import { scanText } from '../json/scan.ts';
import { isObject } from './fields.ts';
import type { RawMessage } from './raw-link.ts';

/**
 * The messages in a text from a server: one, or several in a list, as the revision of March 2025 allowed. Undefined when
 * the text is not JSON, is nested too deep, or holds something that is not a message.
 */
export function parseMessages(text: string): RawMessage[] | undefined {
  const value = parseStrictly(text);
  const messages = Array.isArray(value) ? (value as unknown[]) : [value];
  return messages.every(isMessage) ? messages : undefined;
}

/** A value of JSON that is not nested too deep, else undefined. */
export function parseStrictly(text: string): unknown {
  return scanText(text) < 0 ? undefined : (JSON.parse(text) as unknown);
}

function isMessage(value: unknown): value is RawMessage {
  return isObject(value) && ('method' in value || 'id' in value);
}
