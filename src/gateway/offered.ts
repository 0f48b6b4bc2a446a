import type { Era } from '../runtime/connect/session.ts';
import { modernFields } from './eras.ts';
import type { Offer, Route } from './offer.ts';
import { forOlderClients } from './safe-tool.ts';
import type { JsonObject } from './session.ts';

const keys = { tools: 'tools', prompts: 'prompts', resources: 'resources', templates: 'resourceTemplates' } as const;
const methods = {
  tools: 'tools/list',
  prompts: 'prompts/list',
  resources: 'resources/list',
  templates: 'resources/templates/list',
} as const;

export type OfferKind = keyof typeof keys;

/** An offer and the texts of its lists, each printed once. */
export class Offered {
  readonly offer: Offer;
  /** Stands in the list instead of all tools. */
  readonly #instead: readonly JsonObject[] | undefined;
  readonly #texts = new Map<string, string>();

  constructor(offer: Offer, instead?: readonly JsonObject[]) {
    this.offer = offer;
    this.#instead = instead;
  }

  /** The result of a list, as JSON. */
  listText(kind: OfferKind, era: Era): string {
    const known = this.#texts.get(kind + era);
    if (known !== undefined) return known;
    const items = this.#items(kind).map((item) =>
      kind === 'tools' && era === 'legacy' ? forOlderClients(item) : item,
    );
    const text = JSON.stringify({ ...(era === 'modern' && modernFields(methods[kind])), [keys[kind]]: items });
    this.#texts.set(kind + era, text);
    return text;
  }

  get isSearched(): boolean {
    return this.#instead !== undefined;
  }

  #items(kind: OfferKind): readonly JsonObject[] {
    if (kind === 'tools' && this.#instead) return this.#instead;
    return [...this.offer[kind].values()].filter(isListed).map(({ definition }) => definition);
  }
}

function isListed({ isWithheld }: Route): boolean {
  return !isWithheld;
}
