import { BoundedMap } from '../bounded-map.ts';
import { defaultSearchAbove, type GatewayOptions, type View } from '../options.ts';
import { searchToolsFor } from '../session/search.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { isVisible, buildRoutes } from './routes.ts';
import { ViewCatalog } from './view-catalog.ts';
import { readView } from './view-text.ts';

/** Clients can send any number of different views. Evicted entries are computed again. */
const MAX_VIEWS = 1024;
const MAX_CATALOGS = 64;

/** Parsed views and their catalogs, by view text. */
export class Views {
  readonly #widest: View;
  readonly #searchAbove: number;
  readonly #views = new BoundedMap<string, View>(MAX_VIEWS);
  readonly #catalogs = new BoundedMap<string | undefined, ViewCatalog>(MAX_CATALOGS);

  constructor({ view = {}, searchAbove = defaultSearchAbove }: Pick<GatewayOptions, 'view' | 'searchAbove'>) {
    this.#widest = view;
    this.#searchAbove = searchAbove;
  }

  /** Throws a `ViewError` if the text is not a valid view. */
  of(text: string | undefined): View {
    if (text === undefined) return {};
    const known = this.#views.get(text);
    if (known) return known;
    const { view } = readView(text);
    this.#views.set(text, view);
    return view;
  }

  sees(text: string | undefined, upstream: Upstream): boolean {
    return isVisible(upstream, this.#widest) && isVisible(upstream, this.of(text));
  }

  visible(text: string | undefined, upstreams: readonly Upstream[]): readonly Upstream[] {
    if (!this.#widest.servers && !this.of(text).servers) return upstreams;
    return upstreams.filter((upstream) => this.sees(text, upstream));
  }

  catalogFor(text: string | undefined, upstreams: readonly Upstream[]): ViewCatalog {
    const known = this.#catalogs.get(text);
    if (known) return known;
    const view = this.of(text);
    const routes = buildRoutes(upstreams, this.#widest, view);
    const offered = new ViewCatalog(
      routes,
      searchToolsFor(routes, view.search ?? this.#widest.search, this.#searchAbove),
    );
    this.#catalogs.set(text, offered);
    return offered;
  }

  clearCatalogs(): void {
    this.#catalogs.clear();
  }
}
