import type { ListKind } from '../runtime/connect/session/session.ts';
import { listKinds } from './catalog/catalog.ts';
import type { BusMessage, SharedState } from './state/gateway-state.ts';
import type { Upstream } from './upstream/upstream.ts';

interface Hooks {
  readonly upstreams: () => readonly Upstream[];
  readonly recheckPins: (upstream: Upstream) => Promise<void>;
}

/** Synchronizes the lists and pins of this gateway with those of the other replicas. */
export class GatewayReplicas {
  readonly #shared: SharedState;
  readonly #hooks: Hooks;
  readonly #stops: (() => void)[];

  constructor(shared: SharedState, hooks: Hooks) {
    this.#shared = shared;
    this.#hooks = hooks;
    this.#stops = [
      shared.bus.listen((message) => this.#receive(message)),
      // Messages were missed in the meantime.
      shared.onReachable(() => void this.#catchUp()),
    ];
  }

  /** A server sent lists to this gateway that differ from those known before. */
  listed({ name, key, catalog }: Upstream, kinds: readonly ListKind[]): void {
    const message = { kind: 'lists', server: name, key, kinds };
    // The others read the lists from the shared cache.
    void catalog
      .written()
      .then(async () => this.#shared.bus.broadcast(message))
      .catch(() => {});
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #receive({ kind, server, key, kinds }: BusMessage): void {
    if (kind === 'pins') void this.#recheckAll();
    if (kind !== 'lists' || !Array.isArray(kinds)) return;
    const known = listKinds.filter((one) => kinds.includes(one));
    // The same name may be another server there, for example while replicas are upgraded.
    const upstream = this.#hooks.upstreams().find((one) => one.name === server && one.key === key);
    if (known.length > 0) void upstream?.reloadLists(known);
  }

  async #recheckAll(): Promise<void> {
    await Promise.all(this.#hooks.upstreams().map(async (upstream) => this.#hooks.recheckPins(upstream)));
  }

  async #catchUp(): Promise<void> {
    await Promise.all(this.#hooks.upstreams().map(async (upstream) => upstream.reloadLists(listKinds)));
    await this.#recheckAll();
  }
}
