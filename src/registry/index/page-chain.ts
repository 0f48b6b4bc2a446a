import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Asking } from '../api/ask-registry.ts';
import { askPage, type Page, type PageRequest } from '../api/registry-api.ts';
import { RegistryError } from '../api/registry-error.ts';
import type { IndexPlace } from './index-place.ts';

/** More than any real registry has; a registry that never ends is refused. */
const MOST_PAGES = 20_000;
/** Ten times the official registry of 2026; what is read is held in memory. */
const MOST_CHARS = 512 * 1024 * 1024;
const MOST_PAGE_BYTES = 64 * 1024 * 1024;
/** Cursors of older pages may have expired, and most of what they list may have changed. */
const LONGEST_PAUSE_MS = 7 * 24 * 60 * 60 * 1000;

/** Pages of one request, each kept under the hash of what was asked, so that an interrupted fill goes on. */
export class PageChain {
  readonly #place: IndexPlace;
  readonly #base: string;
  readonly #request: PageRequest;
  readonly #names = new Set<string>();
  /** Characters of all pages so far. */
  #size = 0;

  constructor(place: IndexPlace, base: string, request: PageRequest) {
    this.#place = place;
    this.#base = base;
    this.#request = request;
  }

  /** All pages in order. Those that are kept are not asked for again. Returns early if nothing changed. */
  async *pages(asking: Asking, now: Date, etag?: string): AsyncGenerator<Page> {
    const seen = new Set<string>();
    for (let cursor: string | undefined; ;) {
      const page: Page | undefined = await this.#page(cursor, asking, now, etag);
      if (!page) return;
      yield page;
      if (page.next === undefined) return;
      if (seen.has(page.next) || seen.size === MOST_PAGES || this.#size > MOST_CHARS) {
        await this.#forget();
        throw new RegistryError('endless', 'its list of servers does not end');
      }
      seen.add(page.next);
      cursor = page.next;
    }
  }

  async #forget(): Promise<void> {
    for (const name of this.#names) await this.#place.remove(name);
  }

  async #page(
    cursor: string | undefined,
    asking: Asking,
    now: Date,
    etag: string | undefined,
  ): Promise<Page | undefined> {
    const name = nameOf(this.#base, this.#request, cursor);
    this.#names.add(name);
    const kept = readPage(await this.#place.read(name), now);
    if (kept) return kept;
    const page = await askPage(
      this.#base,
      { ...this.#request, cursor, ...(cursor === undefined && { etag }) },
      asking,
    ).catch(async (error: unknown) => {
      // An expired cursor: the pages before it are of no more use.
      if (cursor !== undefined && error instanceof RegistryError && isClientError(error)) await this.#forget();
      throw error;
    });
    if (!page) return undefined;
    const dated = { ...page, date: page.date ?? now };
    const text = JSON.stringify(dated);
    this.#size += text.length;
    await this.#place.write(name, deflateSync(text));
    return dated;
  }
}

function isClientError({ status = 0 }: RegistryError): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/** Whether a file of an index is a kept page. */
export function isPage(name: string): boolean {
  return name.startsWith('page-');
}

function nameOf(base: string, request: PageRequest, cursor: string | undefined): string {
  const asked = JSON.stringify([base, request.since ?? null, request.isLatest ?? false, cursor ?? null]);
  return `page-${createHash('sha256').update(asked).digest('hex').slice(0, 40)}`;
}

/** A kept page; undefined if there is none, or if it is damaged or too old. */
function readPage(bytes: Uint8Array | undefined, now: Date): Page | undefined {
  if (!bytes) return undefined;
  try {
    const page = JSON.parse(inflateSync(bytes, { maxOutputLength: MOST_PAGE_BYTES }).toString()) as Page;
    const date = new Date(page.date ?? '');
    const isUsable = Array.isArray(page.entries) && now.getTime() - date.getTime() < LONGEST_PAUSE_MS;
    return isUsable ? { ...page, date } : undefined;
  } catch {
    return undefined;
  }
}
