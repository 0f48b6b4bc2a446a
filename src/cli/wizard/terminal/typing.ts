import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** As long as questions wait for the rest of a key that begins with Esc. */
const ESCAPE_TIMEOUT = 50;

export interface Typing {
  text(): string;
  stop(): void;
}

/** Follows what is typed into a text question, which the question itself only tells at the end. */
export function followTyping(keys: Readable, initial: string): Typing {
  const line = createInterface({ input: keys, terminal: true, escapeCodeTimeout: ESCAPE_TIMEOUT });
  // A question that does not accept its answer goes on with the same text.
  line.on('line', (text) => line.write(text));
  line.write(initial);
  return { text: () => line.line, stop: () => line.close() };
}
