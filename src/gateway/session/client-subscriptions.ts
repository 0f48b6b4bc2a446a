import { defaultTimeout } from '../../model/server.ts';
import type { ListKind, SessionInfo } from '../../runtime/connect/session/session.ts';
import { SUBSCRIPTION } from '../message/eras.ts';
import { frameOf } from '../message/frame.ts';
import { request } from '../upstream/gateway-request.ts';
import type { UpstreamLink } from '../upstream/upstream-link.ts';
import type { Client, Filter, RestoredSubscriptions, Subscriptions } from './client.ts';
import { sessionField } from './session-fields.ts';
import type { Frame, JsonObject, RequestId } from './session.ts';

/** Resource URIs and open subscriptions per client. */
const MAX_SUBSCRIPTIONS = 10_000;

const FOREVER_MS = 1_000_000_000;

const keys = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
  resourceTemplates: 'resourcesListChanged',
} as const satisfies Record<ListKind, keyof Filter>;

/** The change notifications that a client gets: all in the legacy era, those it subscribed to in the modern one. */
export class ClientSubscriptions implements Subscriptions {
  readonly #session: Client;
  readonly #filters = new Map<RequestId, Filter>();
  /** Resource URIs that a legacy client has subscribed to. */
  readonly #addresses = new Set<string>();
  readonly #listed = new Set<ListKind>();

  constructor(session: Client) {
    this.#session = session;
  }

  /** Whether the client may add `count` subscriptions. */
  hasRoomFor(count: number): boolean {
    let used = this.#addresses.size + this.#filters.size;
    for (const { resourceSubscriptions } of this.#filters.values()) used += resourceSubscriptions?.length ?? 0;
    return used + count <= MAX_SUBSCRIPTIONS;
  }

  begin(id: RequestId, wanted: Filter): void {
    this.#filters.set(id, wanted);
    this.#send(id, 'notifications/subscriptions/acknowledged', { notifications: { ...wanted } });
  }

  end(id: RequestId): void {
    this.#filters.delete(id);
  }

  /** Ends all subscriptions because the gateway is shutting down. */
  endAll(): void {
    for (const id of this.#filters.keys()) {
      this.#session.reply(id, { resultType: 'complete', _meta: { [SUBSCRIPTION]: id } });
    }
    this.#filters.clear();
  }

  add(uri: string): void {
    this.#addresses.add(uri);
    this.#session.changed(sessionField.subscribed(uri));
  }

  remove(uri: string): void {
    if (this.#addresses.delete(uri)) this.#session.changed(sessionField.unsubscribed(uri));
  }

  restore({ added = [], removed = [], listed = [] }: RestoredSubscriptions): void {
    for (const uri of added) this.#addresses.add(uri);
    for (const uri of removed) this.#addresses.delete(uri);
    for (const kind of listed) this.#listed.add(kind);
  }

  wants(uri: string): boolean {
    return (
      this.#addresses.has(uri) ||
      [...this.#filters.values()].some((filter) => filter.resourceSubscriptions?.includes(uri))
    );
  }

  /** Records the lists that the client has requested. It is not notified about others. */
  listed(kinds: readonly ListKind[]): void {
    const added = kinds.filter((kind) => !this.#listed.has(kind));
    if (added.length === 0) return;
    for (const kind of added) this.#listed.add(kind);
    this.#session.changed(sessionField.listed(added));
  }

  /** Notifies the client that these lists changed. */
  changed(changed: readonly ListKind[]): void {
    const kinds = changed.filter((kind) => this.#listed.has(kind));
    const isOlder = this.#session.era === 'legacy';
    for (const key of new Set((isOlder ? kinds : changed).map((kind) => keys[kind]))) {
      const method = `notifications/${key.slice(0, -'ListChanged'.length)}/list_changed`;
      if (isOlder) this.#session.outlet.send(frameOf({ jsonrpc: '2.0', method }));
      for (const [id, filter] of this.#filters) if (filter[key]) this.#send(id, method, {});
    }
  }

  /** Forwards a resource update to the subscriptions that include the URI. */
  updated(uri: string, frame: Frame, params: JsonObject): void {
    if (this.#addresses.has(uri)) this.#session.outlet.send(frame);
    for (const [id, filter] of this.#filters) {
      if (filter.resourceSubscriptions?.includes(uri)) this.#send(id, 'notifications/resources/updated', params);
    }
  }

  #send(id: RequestId, method: string, params: JsonObject): void {
    const meta = params['_meta'] as JsonObject | undefined;
    const all = { ...params, _meta: { ...meta, [SUBSCRIPTION]: id } };
    this.#session.outlet.send(frameOf({ jsonrpc: '2.0', method, params: all }), id);
  }
}

/** Subscribed URIs by connection. A subscription stays open, and one serves all clients. */
const subscribed = new WeakMap<SessionInfo, Set<string>>();

/** Subscribes to a resource, in the form of the server's era. */
export async function subscribe(link: UpstreamLink, uri: string, session: Client): Promise<void> {
  await link.connect();
  const { client, id } = session;
  if (link.info?.era !== 'modern') {
    const timeoutMs = defaultTimeout * 1000;
    await request(link, { method: 'resources/subscribe', params: { uri }, client, timeoutMs, session: id });
    return;
  }
  const known = subscribed.get(link.info) ?? new Set();
  if (known.has(uri)) return;
  subscribed.set(link.info, known.add(uri));
  const params = { notifications: { resourceSubscriptions: [uri] } };
  // The server responds when the subscription ends.
  const listen = { method: 'subscriptions/listen', params, client, timeoutMs: FOREVER_MS, staysOpen: true };
  request(link, listen)
    .catch(() => {})
    .finally(() => known.delete(uri));
}
