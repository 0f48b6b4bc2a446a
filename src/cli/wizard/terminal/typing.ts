import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Milliseconds that prompts wait for the rest of an escape sequence. */
const ESCAPE_TIMEOUT = 50;

export interface Typing {
  text(): string;
  stop(): void;
}

/** Tracks the text of a prompt while it is typed, because the prompt library reports it only at the end. */
export function followTyping(keys: Readable, initial: string): Typing {
  const line = createInterface({ input: keys, terminal: true, escapeCodeTimeout: ESCAPE_TIMEOUT });
  // A prompt that rejects its answer keeps the text.
  line.on('line', (text) => line.write(text));
  line.write(initial);
  return { text: () => line.line, stop: () => line.close() };
}
