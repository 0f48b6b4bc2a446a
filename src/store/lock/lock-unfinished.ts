import type { Host } from '../../model/host.ts';

/** Far longer than writing a small file takes. */
const LONGEST_MS = 10_000;

/**
 * Distinguishes files being written from those whose writer was killed. The drive's clock may be ahead, so the time a
 * file has been observed counts too.
 */
export class UnfinishedFiles {
  readonly #firstSeen = new Map<string, number>();
  readonly #longestMs: number;

  constructor(longestMs = LONGEST_MS) {
    this.#longestMs = longestMs;
  }

  async isAbandoned(host: Host, path: string): Promise<boolean> {
    const status = await host.fs.status(path).catch(() => undefined);
    if (!status) return false;
    const now = host.now().getTime();
    const modified = status.modified.getTime();
    const id = `${path} ${modified}`;
    const since = this.#firstSeen.get(id) ?? now;
    this.#firstSeen.set(id, since);
    return now - Math.min(since, modified) > this.#longestMs;
  }
}
