import { BoundedMap } from '../bounded-map.ts';
import { defaultSearchAbove, type GatewayOptions, type View } from '../options.ts';
import { searchToolsFor } from '../session/search.ts';
import { signInTools } from '../sign-in/sign-in-tool.ts';
import type { CredentialSettings } from '../sign-in/user-accounts.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { isVisible, buildRoutes } from './routes.ts';
import { ViewCatalog } from './view-catalog.ts';
import { readScope, readView } from './view-text.ts';

/** Clients can send any number of different views. Evicted entries are computed again. */
const MAX_VIEWS = 1024;
const MAX_CATALOGS = 64;

/** Views from the widest to the narrowest. */
type Layers = readonly [View, ...View[]];

/** Parsed views and their catalogs, by scope. */
export class Views {
  readonly #widest: View;
  readonly #searchAbove: number;
  readonly #default: Layers;
  readonly #views = new BoundedMap<string, Layers>(MAX_VIEWS);
  readonly #catalogs = new BoundedMap<string | undefined, ViewCatalog>(MAX_CATALOGS);

  readonly #credentials: CredentialSettings | undefined;

  constructor({
    view = {},
    searchAbove = defaultSearchAbove,
    users,
  }: Pick<GatewayOptions, 'view' | 'searchAbove' | 'users'>) {
    this.#credentials = users?.settings;
    this.#widest = view;
    this.#default = [view];
    this.#searchAbove = searchAbove;
  }

  /**
   * The views of a scope, each of which narrows those before it: that of the gateway, of the principal and of the
   * client. Throws a `ViewError` if the text is not valid.
   */
  of(scope: string | undefined): Layers {
    if (scope === undefined) return this.#default;
    const known = this.#views.get(scope);
    if (known) return known;
    const { within, view } = readScope(scope);
    const layers: Layers = [
      this.#widest,
      ...(within === undefined ? [] : [readView(within).view]),
      readView(view).view,
    ];
    this.#views.set(scope, layers);
    return layers;
  }

  sees(scope: string | undefined, upstream: Upstream): boolean {
    return this.of(scope).every((view) => isVisible(upstream, view));
  }

  visible(scope: string | undefined, upstreams: readonly Upstream[]): readonly Upstream[] {
    if (this.of(scope).every(({ servers }) => !servers)) return upstreams;
    return upstreams.filter((upstream) => this.sees(scope, upstream));
  }

  catalogFor(scope: string | undefined, upstreams: readonly Upstream[]): ViewCatalog {
    const known = this.#catalogs.get(scope);
    if (known) return known;
    const layers = this.of(scope);
    const routes = buildRoutes(upstreams, layers);
    const search = layers.findLast((view) => view.search)?.search;
    const own = signInTools(this.visible(scope, upstreams), this.#credentials);
    const offered = new ViewCatalog(routes, searchToolsFor(routes, search, this.#searchAbove), own);
    this.#catalogs.set(scope, offered);
    return offered;
  }

  clearCatalogs(): void {
    this.#catalogs.clear();
  }
}
