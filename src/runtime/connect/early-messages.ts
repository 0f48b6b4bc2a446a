const MOST_MESSAGES = 1000;
const MOST_CHARACTERS = 1024 * 1024;

/**
 * Buffer for messages that arrive before a listener is attached. Bounded, because a server may send any number before
 * it answers.
 */
export class EarlyMessages<Message> {
  readonly #sizeOf: (message: Message) => number;
  #messages: Message[] = [];
  #characters = 0;

  constructor(sizeOf: (message: Message) => number) {
    this.#sizeOf = sizeOf;
  }

  /** Drops messages beyond the limit. */
  add(message: Message): void {
    const size = this.#sizeOf(message);
    if (this.#messages.length >= MOST_MESSAGES || this.#characters + size > MOST_CHARACTERS) return;
    this.#messages.push(message);
    this.#characters += size;
  }

  /** Returns and clears the buffer. */
  take(): Message[] {
    const messages = this.#messages;
    this.#messages = [];
    this.#characters = 0;
    return messages;
  }
}
