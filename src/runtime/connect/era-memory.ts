import { createHash } from 'node:crypto';
import type { KeyValueCache, ResolvedServer } from '../types.ts';
import type { Era } from './session/session.ts';

/** A legacy server may be upgraded, so the entry expires. A downgrade from modern is detected when connecting. */
const LEGACY_HOLDS_MS = 7 * 24 * 60 * 60 * 1000;

/** Remembers which protocol era a server speaks, so that it is not probed every time. */
export interface EraMemory {
  recall(): Promise<Era | undefined>;
  note(era: Era): Promise<void>;
}

export function eraMemory(cache: KeyValueCache | undefined, server: ResolvedServer, now: () => number): EraMemory {
  const key = `era-${createHash('sha256').update(identity(server)).digest('hex')}`;
  return {
    async recall() {
      const known = (await cache?.read(key).catch(() => undefined)) as { era?: unknown; at?: unknown } | undefined;
      if (known?.era === 'modern') return 'modern';
      const isFresh = typeof known?.at === 'number' && now() - known.at < LEGACY_HOLDS_MS;
      return known?.era === 'legacy' && isFresh ? 'legacy' : undefined;
    },
    async note(era) {
      await cache?.write(key, { era, at: now() }).catch(() => {});
    },
  };
}

/** Identifies the server program. Variables, headers and credentials are excluded because they change independently. */
function identity({ command, args, cwd, url }: ResolvedServer): string {
  if (url === undefined || !URL.canParse(url)) return JSON.stringify([command, args, cwd]);
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
