/** What has been sent on the streams of a session, for a client that lost its connection. Bounded: the oldest goes first. */
export class ReplayLog {
  readonly #mostBytes: number;
  readonly #mostEvents: number;
  readonly #events: { readonly stream: number; readonly number: number; readonly text: string }[] = [];
  #bytes = 0;
  #last = 0;

  constructor(mostBytes: number, mostEvents: number) {
    this.#mostBytes = mostBytes;
    this.#mostEvents = mostEvents;
  }

  /** Gives the id of the event. One without text only marks a place to go on from. */
  add(stream: number, text = ''): string {
    this.#last += 1;
    if (text !== '' && text.length <= this.#mostBytes) {
      this.#events.push({ stream, number: this.#last, text });
      this.#bytes += text.length;
      while (this.#bytes > this.#mostBytes || this.#events.length > this.#mostEvents) {
        this.#bytes -= this.#events.shift()?.text.length ?? 0;
      }
    }
    return `${stream}-${this.#last}`;
  }

  /** What came on the stream of an event behind it. */
  behind(eventId: string): {
    readonly stream: number;
    readonly events: readonly (readonly [id: string, text: string])[];
  } {
    const [stream = 0, number = 0] = eventId.split('-').map(Number);
    const events = this.#events
      .filter((event) => event.stream === stream && event.number > number)
      .map((event) => [`${stream}-${event.number}`, event.text] as const);
    return { stream, events };
  }
}
