/** A message as it is on the wire. */
export interface WireMessage {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

type Params = Readonly<Record<string, unknown>>;

/** How a raw client is asked by a server; what it gives back is the answer, without id. */
export type Answers = Readonly<Record<string, (params: Params) => Pick<WireMessage, 'result' | 'error'>>>;

/** A client without a library: nothing is checked, and nothing is thrown away. */
export interface RawClient {
  /** The whole answer, an error included. */
  request(method: string, params?: Params): Promise<WireMessage>;
  /** The same, with the id that was used. */
  begin(method: string, params?: Params): { readonly id: number; readonly answer: Promise<WireMessage> };
  notify(method: string, params?: Params): Promise<void>;
  /** All that the server has said without being asked, in order. */
  readonly told: readonly WireMessage[];
  /** The first of them that fits, now or as soon as it comes. */
  heard(fits: (message: WireMessage) => boolean): Promise<WireMessage>;
  /** What it was asked. */
  readonly questions: readonly WireMessage[];
  close(): Promise<void>;
}

export interface Wire {
  /** A request, a notification, or an answer. */
  send(message: WireMessage): Promise<void>;
  close(): Promise<void>;
}

/** Puts a client on a wire. `open` gets what takes the messages that come in. */
export function rawClient(
  open: (take: (message: WireMessage) => void, gone: (why: string) => void) => Wire,
  answers: Answers = {},
): RawClient {
  const waiting = new Map<number | string, { done(message: WireMessage): void; fail(error: Error): void }>();
  const listeners = new Set<(message: WireMessage) => void>();
  const told: WireMessage[] = [];
  const questions: WireMessage[] = [];
  let last = 0;
  const take = (message: WireMessage): void => {
    const { id, method, params = {} } = message;
    if (method === undefined) {
      waiting.get(id ?? '')?.done(message);
      waiting.delete(id ?? '');
    } else if (id === undefined) {
      told.push(message);
      for (const listener of listeners) listener(message);
    } else {
      questions.push(message);
      const answer = answers[method]?.(params) ?? { error: { code: -32601, message: 'no such method' } };
      void wire.send({ jsonrpc: '2.0', id, ...answer });
    }
  };
  const gone = (why: string): void => {
    for (const one of waiting.values()) one.fail(new Error(why));
    waiting.clear();
  };
  const wire = open(take, gone);
  const begin: RawClient['begin'] = (method, params) => {
    last += 1;
    const id = last;
    const answer = new Promise<WireMessage>((done, fail) => {
      waiting.set(id, { done, fail });
      wire.send({ jsonrpc: '2.0', id, method, ...(params && { params }) }).catch(fail);
    });
    // Nobody has to wait for it.
    answer.catch(() => {});
    return { id, answer };
  };
  return {
    begin,
    request: async (method, params) => begin(method, params).answer,
    notify: async (method, params) => wire.send({ jsonrpc: '2.0', method, ...(params && { params }) }),
    told,
    questions,
    heard: async (fits) => {
      const before = told.find(fits);
      if (before) return before;
      return new Promise((done) => {
        const listener = (message: WireMessage): void => {
          if (!fits(message)) return;
          listeners.delete(listener);
          done(message);
        };
        listeners.add(listener);
      });
    },
    close: async () => wire.close(),
  };
}

/** The handshake of the older era. */
export async function initialize(client: RawClient, capabilities: Params = {}): Promise<WireMessage> {
  const clientInfo = { name: 'raw-client', version: '1.0.0' };
  const answer = await client.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  await client.notify('notifications/initialized');
  return answer;
}
