import { canonicalJson } from '../../model/json/canonical-json.ts';
import type { ListKind } from '../../runtime/connect/session/session.ts';
import { readTools } from '../../runtime/tools/listed-tool.ts';
import { type ListedInfo, readListing, writeListing } from '../../runtime/tools/tool-cache.ts';
import type { KeyValueCache, ServerToRun } from '../../runtime/types.ts';
import type { JsonObject } from '../session/session.ts';

export const listKinds = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const satisfies readonly ListKind[];

export type Lists = Record<ListKind, readonly JsonObject[]>;

const nothing: Lists = { tools: [], resources: [], resourceTemplates: [], prompts: [] };

/** The lists of one server: first from the cache of an earlier run, then from the server. */
export class Catalog {
  lists: Lists = nothing;
  info: ListedInfo = {};
  /** When the server sent the lists; undefined if nothing is known. */
  at: Date | undefined;
  readonly #cache: KeyValueCache;
  readonly #toRun: ServerToRun;
  readonly #mask: ((text: string) => string) | undefined;
  #otherLists: Promise<void> | undefined;
  #isConfirmed = false;
  #written: Promise<void> = Promise.resolve();

  /** `mask` removes secrets before lists are cached. */
  constructor(cache: KeyValueCache, toRun: ServerToRun, mask?: (text: string) => string) {
    this.#cache = cache;
    this.#toRun = toRun;
    this.#mask = mask;
  }

  /** Reads the cached tools and returns whether there were any. Other lists are read on demand. */
  async read(): Promise<boolean> {
    const tools = await this.#listing('tools');
    if (!tools || this.at) return false;
    this.lists = { ...nothing, tools: tools.items };
    this.info = tools.info;
    this.at = tools.at;
    return true;
  }

  async readOtherLists(): Promise<void> {
    this.#otherLists ??= this.#readOtherLists();
    await this.#otherLists;
  }

  async #readOtherLists(): Promise<void> {
    const kinds = listKinds.filter((kind) => kind !== 'tools');
    const found = await Promise.all(
      kinds.map(async (kind) => [kind, (await this.#listing(kind))?.items ?? []] as const),
    );
    // Lists that the server has sent in the meantime are newer than the cache.
    if (!this.#isConfirmed) this.lists = { ...this.lists, ...Object.fromEntries(found) };
  }

  async #listing(kind: ListKind): ReturnType<typeof readListing> {
    const listing = await readListing(this.#cache, this.#toRun, kind).catch(() => undefined);
    // A shared cache may contain what another program wrote.
    return listing && kind === 'tools' ? { ...listing, items: usableTools(listing.items) } : listing;
  }

  /** Stores lists that the server has just sent. Returns the kinds that changed. */
  update(lists: Partial<Lists>, info: ListedInfo): ListKind[] {
    const usable = lists.tools ? { ...lists, tools: usableTools(lists.tools) } : lists;
    const changed = this.#changedIn(usable);
    this.lists = { ...this.lists, ...usable };
    this.info = info;
    this.at = new Date();
    this.#isConfirmed = true;
    this.#written = this.#write(Object.keys(usable) as ListKind[]);
    return changed;
  }

  /** Resolves when the last lists are in the cache. */
  async written(): Promise<void> {
    await this.#written;
  }

  /** Reads lists that another replica has stored. Returns the kinds that changed; undefined if there are none. */
  async reload(kinds: readonly ListKind[]): Promise<ListKind[] | undefined> {
    const found = await Promise.all(kinds.map(async (kind) => [kind, await this.#listing(kind)] as const));
    const usable = found.filter(([kind, listing]) => listing ?? kind !== 'tools');
    if (usable.length === 0 || found.some(([kind, listing]) => kind === 'tools' && !listing)) return undefined;
    const lists: Partial<Lists> = Object.fromEntries(usable.map(([kind, listing]) => [kind, listing?.items ?? []]));
    const [newest] = found.flatMap(([, listing]) => listing ?? []);
    const changed = this.#changedIn(lists);
    this.lists = { ...this.lists, ...lists };
    if (newest) [this.info, this.at] = [newest.info, newest.at];
    this.#isConfirmed = true;
    return changed;
  }

  #changedIn(lists: Partial<Lists>): ListKind[] {
    return listKinds.filter((kind) => {
      const items = lists[kind];
      return items && canonicalJson(items) !== canonicalJson(this.lists[kind]);
    });
  }

  /** A model must not see anything of a server that is not approved. */
  clear(): void {
    this.lists = nothing;
    this.at = undefined;
  }

  async #write(kinds: readonly ListKind[]): Promise<void> {
    const { at = new Date(), info, lists } = this;
    for (const kind of kinds) {
      // Do not create a cache file for an empty list.
      if (kind !== 'tools' && lists[kind].length === 0 && !(await readListing(this.#cache, this.#toRun, kind)))
        continue;
      await writeListing(this.#cache, this.#toRun, kind, { at, info, items: lists[kind] }, this.#mask).catch(() => {});
    }
  }
}

function usableTools(tools: Lists['tools']): Lists['tools'] {
  return readTools(tools).tools.map(({ raw }) => raw);
}
