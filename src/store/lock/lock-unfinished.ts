import type { Host } from '../../model/host.ts';

/** Writing a lock takes far less. */
const LONGEST_MS = 10_000;

/**
 * Tells files that are being written from those whose writer was killed while it did. The drive may have a clock that is
 * ahead, or a date from the future, so what is watched for long enough counts as old too.
 */
export class UnfinishedFiles {
  readonly #firstSeen = new Map<string, number>();

  async isAbandoned(host: Host, path: string): Promise<boolean> {
    const status = await host.fs.status(path).catch(() => undefined);
    if (!status) return false;
    const now = host.now().getTime();
    const modified = status.modified.getTime();
    const id = `${path} ${modified}`;
    const since = this.#firstSeen.get(id) ?? now;
    this.#firstSeen.set(id, since);
    return now - Math.min(since, modified) > LONGEST_MS;
  }
}
