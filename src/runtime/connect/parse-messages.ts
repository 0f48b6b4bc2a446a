import { scanText } from '../json/scan.ts';
import { isObject } from './fields.ts';
import type { RawMessage } from './raw-link.ts';

/**
 * Parses the messages of a server: one, or a batch as revision 2025-03-26 allowed. Undefined if the text is not JSON,
 * is nested too deep, or contains something that is not a message.
 */
export function parseMessages(text: string): RawMessage[] | undefined {
  const value = parseStrictly(text);
  const messages = Array.isArray(value) ? (value as unknown[]) : [value];
  return messages.every(isMessage) ? messages : undefined;
}

/**
 * Whether the data of an event is a message, or was meant as one and is damaged. Some servers keep a stream open with
 * events such as `ping`, which answer nothing.
 */
export function isMeantAsMessage(data: string): boolean {
  if (data.includes('"jsonrpc"') || (parseMessages(data)?.length ?? 0) > 0) return true;
  return /^\s*(?:\[\s*)?\{/.test(data) && parseStrictly(data) === undefined;
}

/** Parses JSON; undefined if the text is invalid or nested too deep. */
export function parseStrictly(text: string): unknown {
  return scanText(text) < 0 ? undefined : (JSON.parse(text) as unknown);
}

function isMessage(value: unknown): value is RawMessage {
  if (!isObject(value)) return false;
  // Without an id it is a response nonetheless, as opposed to a log line.
  return 'method' in value || 'id' in value || ('jsonrpc' in value && ('result' in value || 'error' in value));
}
