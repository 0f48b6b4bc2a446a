import { BoundedMap } from './bounded-map.ts';
import { isSeen, makeOffer } from './offer.ts';
import { Offered } from './offered.ts';
import { defaultSearchAbove, type GatewayOptions, type View } from './options.ts';
import { searchInstead } from './search.ts';
import type { Upstream } from './upstream.ts';
import { readView } from './view-text.ts';

/** Clients may think of ever new views; what is made for them is made again when it was forgotten. */
const MOST_VIEWS = 1024;
const MOST_OFFERS = 64;

/** What each client sees, by the text of its view. */
export class Views {
  readonly #widest: View;
  readonly #searchAbove: number;
  readonly #views = new BoundedMap<string, View>(MOST_VIEWS);
  readonly #offered = new BoundedMap<string | undefined, Offered>(MOST_OFFERS);

  constructor({ view = {}, searchAbove = defaultSearchAbove }: Pick<GatewayOptions, 'view' | 'searchAbove'>) {
    this.#widest = view;
    this.#searchAbove = searchAbove;
  }

  /** Throws a `ViewError` for a text that is no view. */
  of(text: string | undefined): View {
    if (text === undefined) return {};
    const known = this.#views.get(text);
    if (known) return known;
    const { view } = readView(text);
    this.#views.set(text, view);
    return view;
  }

  sees(text: string | undefined, upstream: Upstream): boolean {
    return isSeen(upstream, this.#widest) && isSeen(upstream, this.of(text));
  }

  seen(text: string | undefined, upstreams: readonly Upstream[]): readonly Upstream[] {
    if (!this.#widest.servers && !this.of(text).servers) return upstreams;
    return upstreams.filter((upstream) => this.sees(text, upstream));
  }

  offered(text: string | undefined, upstreams: readonly Upstream[]): Offered {
    const known = this.#offered.get(text);
    if (known) return known;
    const view = this.of(text);
    const offer = makeOffer(upstreams, this.#widest, view);
    const offered = new Offered(offer, searchInstead(offer, view.search ?? this.#widest.search, this.#searchAbove));
    this.#offered.set(text, offered);
    return offered;
  }

  /** Servers offer other things than before. */
  forgetOffers(): void {
    this.#offered.clear();
  }
}
