import type { Era } from '../../runtime/connect/session/session.ts';
import { modernFields } from '../message/eras.ts';
import type { JsonObject } from '../session/session.ts';
import type { Routes, Route } from './routes.ts';
import { forOlderClients } from './safe-tool.ts';

const keys = { tools: 'tools', prompts: 'prompts', resources: 'resources', templates: 'resourceTemplates' } as const;
const methods = {
  tools: 'tools/list',
  prompts: 'prompts/list',
  resources: 'resources/list',
  templates: 'resources/templates/list',
} as const;

export type RouteKind = keyof typeof keys;

/** The routes of a view and their lists, each serialized once. */
export class ViewCatalog {
  readonly routes: Routes;
  /** Listed instead of all tools, if search is on. */
  readonly #searchTools: readonly JsonObject[] | undefined;
  readonly #texts = new Map<string, string>();

  /** Tools of the gateway itself. */
  readonly #ownTools: readonly JsonObject[];

  constructor(routes: Routes, searchTools?: readonly JsonObject[], ownTools: readonly JsonObject[] = []) {
    this.routes = routes;
    this.#ownTools = ownTools;
    this.#searchTools = searchTools;
  }

  /** The result of a list request, as JSON. */
  listText(kind: RouteKind, era: Era): string {
    const known = this.#texts.get(kind + era);
    if (known !== undefined) return known;
    const items = this.#items(kind).map((item) =>
      kind === 'tools' && era === 'legacy' ? forOlderClients(item) : item,
    );
    const text = JSON.stringify({ ...(era === 'modern' && modernFields(methods[kind])), [keys[kind]]: items });
    this.#texts.set(kind + era, text);
    return text;
  }

  get usesSearchTools(): boolean {
    return this.#searchTools !== undefined;
  }

  #items(kind: RouteKind): readonly JsonObject[] {
    if (kind === 'tools' && this.#searchTools) return [...this.#searchTools, ...this.#ownTools];
    const items = [...this.routes[kind].values()].filter(isListed).map(({ definition }) => definition);
    return kind === 'tools' && this.#ownTools.length > 0 ? this.#withOwn(items) : items;
  }

  #withOwn(items: readonly JsonObject[]): readonly JsonObject[] {
    const names = new Set(this.#ownTools.map(({ name }) => name));
    return [...items.filter(({ name }) => !names.has(name)), ...this.#ownTools];
  }
}

function isListed({ isWithheld }: Route): boolean {
  return !isWithheld;
}
