/** A client for gateways. Hand-written, so that it costs little, and the same for every gateway. */
export interface Driver {
  /** The handshake. */
  connect(): Promise<void>;
  request(method: string, params: object): Promise<unknown>;
  close(): Promise<void>;
}

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Requests that wait for their answers, by id. */
export interface Waiting {
  /** A request with an id of its own. The promise is settled by `take`. */
  ask(method: string, params: object): { readonly text: string; readonly answer: Promise<unknown> };
  take(message: Message): void;
  fail(reason: string): void;
}

export function waitingRequests(): Waiting {
  const waiting = new Map<number, { done(result: unknown): void; fail(error: Error): void }>();
  let last = 0;
  return {
    ask: (method, params) => {
      last += 1;
      const id = last;
      const answer = new Promise<unknown>((done, fail) => waiting.set(id, { done, fail }));
      return { text: JSON.stringify({ jsonrpc: '2.0', id, method, params }), answer };
    },
    take: ({ id, method, result, error }) => {
      if (id === undefined || method !== undefined) return;
      const one = waiting.get(id);
      waiting.delete(id);
      if (error) one?.fail(new Error(`${error.message} (${error.code})`));
      else one?.done(result);
    },
    fail: (reason) => {
      for (const one of waiting.values()) one.fail(new Error(reason));
      waiting.clear();
    },
  };
}

export const handshake = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'plugboard-bench', version: '1.0.0' },
} as const;

export const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
