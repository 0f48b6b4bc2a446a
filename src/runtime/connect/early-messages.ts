const MOST_MESSAGES = 1000;
const MOST_CHARACTERS = 1024 * 1024;

/** Messages that arrive before there is a listener. Bounded, because a server may send any number before it answers. */
export class EarlyMessages<Message> {
  readonly #sizeOf: (message: Message) => number;
  #messages: Message[] = [];
  #characters = 0;

  constructor(sizeOf: (message: Message) => number) {
    this.#sizeOf = sizeOf;
  }

  /** What is beyond the bound is dropped. */
  add(message: Message): void {
    const size = this.#sizeOf(message);
    if (this.#messages.length >= MOST_MESSAGES || this.#characters + size > MOST_CHARACTERS) return;
    this.#messages.push(message);
    this.#characters += size;
  }

  /** All of them, once. */
  take(): Message[] {
    const messages = this.#messages;
    this.#messages = [];
    this.#characters = 0;
    return messages;
  }
}
