import { onTestFinished } from 'vitest';
import { createGateway } from '../../../src/gateway/create-gateway.ts';
import { BadMessage } from '../../../src/gateway/message/bad-message.ts';
import { frameOf, readFrames, textOf } from '../../../src/gateway/message/frame.ts';
import type { GatewayOptions } from '../../../src/gateway/options.ts';
import type {
  Gateway,
  GatewaySession,
  JsonObject,
  JsonRpcMessage,
  RequestId,
} from '../../../src/gateway/session/session.ts';
import type { KeyValueCache, LogEntry, ServerToRun } from '../../../src/runtime/types.ts';
import { resolveServer } from '../../../src/runtime/values/resolve-server.ts';

/** Kept in memory, for as long as a test wants. */
export function memory(): KeyValueCache & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    read: async (key) => values.get(key),
    write: async (key, value) => void values.set(key, structuredClone(value)),
  };
}

export type Tested = Gateway & { readonly log: LogEntry[] };

/** A gateway for which everything is approved; ended with the test. */
export function gatewayWith(servers: readonly ServerToRun[], options: Partial<GatewayOptions> = {}): Tested {
  const log: LogEntry[] = [];
  const env = process.env;
  const gateway = createGateway({
    servers,
    env,
    platform: process.platform as 'linux',
    resolve: async (toRun, signal) => resolveServer(toRun, { env, signal }),
    permission: async () => 'approved',
    clientInfo: { name: 'plugboard-test', version: '0' },
    graceMs: 300,
    wait: async () => {},
    log: (entry) => log.push(entry),
    cache: memory(),
    ...options,
    // On a busy machine, one of two servers may start seconds later than the other.
    limits: { slowServerMs: 15_000, ...options.limits },
  });
  onTestFinished(async () => gateway.close());
  return Object.assign(gateway, { log });
}

export interface TestClient {
  readonly session: GatewaySession;
  /** Everything that came without being an answer to a request of ours. */
  readonly heard: JsonRpcMessage[];
  /** The exact texts of everything that came. */
  readonly texts: string[];
  request(method: string, params?: JsonObject, id?: RequestId): Promise<JsonRpcMessage>;
  tell(message: JsonRpcMessage): void;
  sendText(text: string): void;
  /** Answers what servers ask. */
  onAsk?: (message: JsonRpcMessage) => JsonObject;
  /** Settles with the first message heard, also before, of which this is true. */
  hears(isIt: (message: JsonRpcMessage) => boolean): Promise<JsonRpcMessage>;
}

/** A client without any SDK. */
export function clientOf(gateway: Gateway, view?: string): TestClient {
  const waiting = new Map<RequestId, (answer: JsonRpcMessage) => void>();
  const listeners = new Set<() => void>();
  const [heard, texts]: [JsonRpcMessage[], string[]] = [[], []];
  let nextId = 100;
  const outlet = {
    send(frame: Parameters<typeof textOf>[0]): void {
      texts.push(textOf(frame));
      const message = JSON.parse(textOf(frame)) as JsonRpcMessage;
      const isAnswer = message.method === undefined;
      if (isAnswer) waiting.get(message.id as RequestId)?.(message);
      else heard.push(message);
      if (!isAnswer && message.id !== undefined && client.onAsk) {
        const answer = client.onAsk(message);
        queueMicrotask(() => client.tell({ jsonrpc: '2.0', id: message.id as RequestId, ...answer }));
      }
      for (const listener of listeners) listener();
    },
  };
  const client: TestClient = {
    session: gateway.open(outlet, view === undefined ? {} : { view }),
    heard,
    texts,
    async request(method, params = {}, id = nextId++) {
      return new Promise((done) => {
        waiting.set(id, done);
        client.sendText(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      });
    },
    tell: (message) => client.session.receive(frameOf(message)),
    sendText(text) {
      for (const read of readFrames(text)) {
        if (read instanceof BadMessage) client.session.reject(read);
        else client.session.receive(read);
      }
    },
    async hears(isIt) {
      return new Promise((done) => {
        const look = (): void => {
          const found = heard.find(isIt);
          if (found) listeners.delete(look);
          if (found) done(found);
        };
        listeners.add(look);
        look();
      });
    },
  };
  return client;
}

/** A client of the older era after its greeting. */
export async function greeted(gateway: Gateway, capabilities: JsonObject = {}, view?: string): Promise<TestClient> {
  const client = clientOf(gateway, view);
  const clientInfo = { name: 'test', version: '1' };
  await client.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  client.tell({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return client;
}

/** Parameters as a client of the modern era sends them. */
export function modern(params: JsonObject = {}, capabilities: JsonObject = {}): JsonObject {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return { ...params, _meta: { ...(params['_meta'] as JsonObject | undefined), ...envelope } };
}

/** The names in the result of a list. */
export function namesIn({ result }: JsonRpcMessage, key = 'tools'): string[] {
  return ((result as Record<string, JsonObject[]>)[key] ?? []).map(({ name, uri }) => String(name ?? uri));
}
