import { frameOf, wholeOf } from '../../../../src/gateway/message/frame.ts';
import type {
  Gateway,
  GatewayEvent,
  GatewaySession,
  JsonRpcMessage,
  OpenOptions,
  Outlet,
  RequestId,
} from '../../../../src/gateway/session/session.ts';

/** One session as the gateway sees it. */
export interface ScriptedSession {
  readonly options: OpenOptions;
  readonly received: JsonRpcMessage[];
  readonly dropped: RequestId[];
  isClosed: boolean;
  send(message: JsonRpcMessage, about?: RequestId): void;
}

export interface ScriptedGateway extends Gateway {
  readonly sessions: ScriptedSession[];
  emit(event: GatewayEvent): void;
  /** Resolves when a client has received a message with this method. */
  until(method: string): Promise<JsonRpcMessage>;
}

type Script = (message: JsonRpcMessage, session: ScriptedSession) => void;

/** A gateway that says what the test tells it to, so that the test decides when. */
export function scriptedGateway(script: Script = answerAll): ScriptedGateway {
  const sessions: ScriptedSession[] = [];
  const listeners = new Set<(event: GatewayEvent) => void>();
  const waiting: { readonly method: string; readonly done: (message: JsonRpcMessage) => void }[] = [];
  const open = (outlet: Outlet, options: OpenOptions = {}): GatewaySession => {
    const session: ScriptedSession = {
      options,
      received: [],
      dropped: [],
      isClosed: false,
      send: (message, about) => outlet.send(frameOf({ jsonrpc: '2.0', ...message }), about),
    };
    sessions.push(session);
    return {
      id: String(sessions.length),
      receive(frame) {
        const message = wholeOf(frame);
        session.received.push(message);
        script(message, session);
        for (const { method, done } of waiting) if (method === message.method) done(message);
      },
      reject: () => {},
      drop: (id) => session.dropped.push(id),
      awaits: () => false,
      apply: () => {},
      announceLists: () => {},
      async close() {
        session.isClosed = true;
      },
    };
  };
  return {
    sessions,
    open,
    emit: (event) => listeners.forEach((listener) => listener(event)),
    until: async (method) =>
      sessions.flatMap(({ received }) => received).find((message) => message.method === method) ??
      new Promise((done) => {
        waiting.push({ method, done });
      }),
    health: () => ({
      servers: [{ name: 'one', state: 'ready', tools: 2, quarantined: [], links: 1, inFlight: 0, calls: 3, errors: 0 }],
      sessions: sessions.length,
      isComplete: true,
    }),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replace: async () => {},
    close: async () => {},
  };
}

/** `initialize` as a server would, `hang` never, everything else with what was asked. */
export function answerAll({ id, method, params }: JsonRpcMessage, session: ScriptedSession): void {
  if (id === undefined || id === null || method === undefined || method === 'hang') return;
  const version = { protocolVersion: params?.['protocolVersion'], capabilities: {}, serverInfo: {} };
  session.send({ id, result: method === 'initialize' ? version : { method, params } }, id);
}
