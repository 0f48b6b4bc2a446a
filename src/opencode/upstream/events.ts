import { setTimeout as delay } from 'node:timers/promises';
import { EventStream } from '../../runtime/connect/http/event-stream.ts';
import type { Api } from './api.ts';
import type { ServerEvent } from './types.ts';

type Listener = (event: ServerEvent) => void;

/** Sent when events may have been missed: listeners have to poll. */
export const lookAgain: ServerEvent = { type: 'plugboard.look-again', properties: {} };

interface Feed {
  readonly listeners: Set<Listener>;
  readonly stop: AbortController;
  /** Resolves when the first connection is open or has failed. */
  readonly ready: Promise<void>;
}

/** One event stream per directory, shared by all listeners and reopened when it breaks. */
export class EventHub {
  readonly #feeds = new Map<string, Feed>();

  /** Resolves when events arrive, so that later ones are not missed. */
  async listen(api: Api, listener: Listener): Promise<() => void> {
    const key = `${api.endpoint.generation} ${api.directory}`;
    const feed = this.#feeds.get(key) ?? this.#open(key, api);
    feed.listeners.add(listener);
    await feed.ready;
    return () => {
      feed.listeners.delete(listener);
      if (feed.listeners.size > 0) return;
      this.#feeds.delete(key);
      feed.stop.abort();
    };
  }

  close(): void {
    for (const { stop } of this.#feeds.values()) stop.abort();
    this.#feeds.clear();
  }

  #open(key: string, api: Api): Feed {
    const listeners = new Set<Listener>();
    const stop = new AbortController();
    const tell = (event: ServerEvent): void => {
      for (const listener of listeners) listener(event);
    };
    let begun = (): void => undefined;
    const ready = new Promise<void>((done) => {
      begun = done;
    });
    const feed = { listeners, stop, ready };
    this.#feeds.set(key, feed);
    void follow(api, tell, stop.signal, begun);
    return feed;
  }
}

async function follow(api: Api, tell: Listener, signal: AbortSignal, begun: () => void): Promise<void> {
  while (!signal.aborted) {
    try {
      const stream = await api.stream('/event', signal);
      for await (const event of readEvents(stream)) {
        if (event.type === 'server.connected') begun();
        tell(event);
      }
    } catch {
      // The server is gone or closed the stream; listeners find out by polling.
    }
    begun();
    tell(lookAgain);
    await delay(500, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Larger than any event; a message of OpenCode can contain whole files. */
const LONGEST_EVENT = 64 * 1024 * 1024;

/** Parses the events of a stream. Throws if the stream exceeds a limit. */
export async function* readEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const events: ServerEvent[] = [];
  let fault: Error | undefined;
  const reader = new EventStream(LONGEST_EVENT, {
    onData(data) {
      const event = parse(data);
      if (event) events.push(event);
    },
    onFault(error) {
      fault = error;
    },
  });
  for await (const bytes of stream) {
    reader.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    yield* events.splice(0);
    if (fault) throw fault;
  }
}

function parse(text: string): ServerEvent | undefined {
  try {
    const event = JSON.parse(text) as ServerEvent;
    return typeof event.type === 'string' ? { type: event.type, properties: event.properties ?? {} } : undefined;
  } catch {
    return undefined;
  }
}
