/** A message of the protocol, as far as tests look at it. */
export interface Wire {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly data: Data;
  readonly structured: unknown;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

// oxlint-disable-next-line typescript/no-explicit-any -- what a tool answers is what the tests are about.
type Data = Record<string, any>;

/** The client's side of the protocol before 2026-07-28, written out so that nothing hides what is on the wire. */
export class Peer {
  readonly notifications: Wire[] = [];
  /** Answers what the server asks, by method. */
  readonly answers = new Map<string, (params: Record<string, unknown>) => Record<string, unknown>>();
  /** Is told what the server asks, by method, and leaves it unanswered. */
  readonly asks = new Map<string, (params: Record<string, unknown>) => void>();
  readonly #send: (message: object) => void;
  readonly #waiting = new Map<number, (message: Wire) => void>();
  readonly #watchers = new Set<(message: Wire) => void>();
  #next = 1;

  constructor(send: (message: object) => void) {
    this.#send = send;
  }

  receive(message: Wire): void {
    if (message.method !== undefined && message.id !== undefined && this.asks.has(message.method)) {
      this.asks.get(message.method)?.(message.params ?? {});
    } else if (message.method !== undefined && message.id !== undefined) {
      const answer = this.answers.get(message.method);
      const reply = answer
        ? { result: answer(message.params ?? {}) }
        : { error: { code: -32_601, message: 'Method not found' } };
      this.#send({ jsonrpc: '2.0', id: message.id, ...reply });
    } else if (message.method !== undefined) {
      this.notifications.push(message);
      for (const watch of this.#watchers) watch(message);
    } else if (typeof message.id === 'number') {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
  }

  notify(method: string, params: object = {}): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** The next notification of this kind that comes from now on. */
  upcoming(method: string, fits: (message: Wire) => boolean = () => true): Promise<Wire> {
    return new Promise((done) => {
      const watch = (message: Wire): void => {
        if (message.method !== method || !fits(message)) return;
        this.#watchers.delete(watch);
        done(message);
      };
      this.#watchers.add(watch);
    });
  }

  /** Sends a request; `id` is known before it is answered. */
  begin(method: string, params: object = {}): { readonly id: number; readonly answer: Promise<Wire> } {
    const id = this.#next;
    this.#next += 1;
    const answer = new Promise<Wire>((done) => {
      this.#waiting.set(id, done);
    });
    this.#send({ jsonrpc: '2.0', id, method, params });
    return { id, answer };
  }

  async request(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const { result, error } = await this.begin(method, params).answer;
    if (!result) throw new Error(`${method}: ${error?.code} ${error?.message}`);
    return result;
  }

  async open(capabilities: object = {}): Promise<Record<string, unknown>> {
    const result = await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo: { name: 'test', version: '1' },
    });
    this.notify('notifications/initialized');
    return result;
  }

  async call(name: string, args: object = {}, meta?: object): Promise<ToolAnswer> {
    return asAnswer(await this.request('tools/call', { name, arguments: args, ...(meta ? { _meta: meta } : {}) }));
  }
}

export function asAnswer(result: Record<string, unknown>): ToolAnswer {
  const content = result['content'] as ToolAnswer['content'];
  return {
    isError: result['isError'] === true,
    content,
    data: JSON.parse(content[0]?.text ?? '{}') as ToolAnswer['data'],
    structured: result['structuredContent'],
  };
}
