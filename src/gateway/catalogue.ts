import { canonicalJson } from '../model/canonical-json.ts';
import type { ListKind } from '../runtime/connect/session.ts';
import { readTools } from '../runtime/tools/listed-tool.ts';
import { type ListedInfo, readListing, writeListing } from '../runtime/tools/tool-cache.ts';
import type { KeyValueCache, ServerToRun } from '../runtime/types.ts';
import type { JsonObject } from './session.ts';

export const listKinds = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const satisfies readonly ListKind[];

export type Lists = Record<ListKind, readonly JsonObject[]>;

const nothing: Lists = { tools: [], resources: [], resourceTemplates: [], prompts: [] };

/** What one server offers: at first as it was kept from an earlier run, then as the server says. */
export class Catalogue {
  lists: Lists = nothing;
  info: ListedInfo = {};
  /** When the server said so; undefined when nothing is known about it. */
  at: Date | undefined;
  readonly #cache: KeyValueCache;
  readonly #toRun: ServerToRun;
  readonly #mask: ((text: string) => string) | undefined;
  #others: Promise<void> | undefined;
  #isConfirmed = false;

  /** `mask` tells what must not be kept. */
  constructor(cache: KeyValueCache, toRun: ServerToRun, mask?: (text: string) => string) {
    this.#cache = cache;
    this.#toRun = toRun;
    this.#mask = mask;
  }

  /** Whether its tools were known. What else it offers is read when somebody asks for that. */
  async read(): Promise<boolean> {
    const tools = await this.#listing('tools');
    if (!tools || this.at) return false;
    this.lists = { ...nothing, tools: tools.items };
    this.info = tools.info;
    this.at = tools.at;
    return true;
  }

  async readOthers(): Promise<void> {
    this.#others ??= this.#readOthers();
    await this.#others;
  }

  async #readOthers(): Promise<void> {
    const kinds = listKinds.filter((kind) => kind !== 'tools');
    const found = await Promise.all(
      kinds.map(async (kind) => [kind, (await this.#listing(kind))?.items ?? []] as const),
    );
    // What the server has said meanwhile counts.
    if (!this.#isConfirmed) this.lists = { ...this.lists, ...Object.fromEntries(found) };
  }

  async #listing(kind: ListKind): ReturnType<typeof readListing> {
    return readListing(this.#cache, this.#toRun, kind).catch(() => undefined);
  }

  /** Takes what the server has just said. Tells which kinds are other than before. */
  take(lists: Partial<Lists>, info: ListedInfo): ListKind[] {
    const usable = lists.tools ? { ...lists, tools: readTools(lists.tools).tools.map(({ raw }) => raw) } : lists;
    const changed = listKinds.filter((kind) => {
      const items = usable[kind];
      return items && canonicalJson(items) !== canonicalJson(this.lists[kind]);
    });
    this.lists = { ...this.lists, ...usable };
    this.info = info;
    this.at = new Date();
    this.#isConfirmed = true;
    void this.#write(Object.keys(usable) as ListKind[]);
    return changed;
  }

  /** Nothing of a server that may not be used is for a model. */
  clear(): void {
    this.lists = nothing;
    this.at = undefined;
  }

  async #write(kinds: readonly ListKind[]): Promise<void> {
    const { at = new Date(), info, lists } = this;
    for (const kind of kinds) {
      // A server without resources is not worth a file.
      if (kind !== 'tools' && lists[kind].length === 0 && !(await readListing(this.#cache, this.#toRun, kind)))
        continue;
      await writeListing(this.#cache, this.#toRun, kind, { at, info, items: lists[kind] }, this.#mask).catch(() => {});
    }
  }
}
