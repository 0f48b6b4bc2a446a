import { createHmac, randomBytes } from 'node:crypto';
import { canonicalJson } from '../../model/canonical-json.ts';
import type { Server } from '../../model/server.ts';
import type { EntryRef } from '../contract/common.ts';
import { Refusal } from '../refusal.ts';
import { type Hidden, hideSecrets, type KeptValues } from './hide-secrets.ts';

/** What was sent to the page with marks in it. */
export interface SecretSource {
  readonly name: string;
  /** As it was then. */
  readonly server: Server;
  readonly kept: KeptValues;
  /** Where it stands; absent for what was pasted. */
  readonly entry?: EntryRef;
}

export interface SecretSources {
  /** What to send for a server, with the word under which its values are found again. */
  hide(name: string, server: Server, entry?: EntryRef): Hidden & { readonly source: string };
  find(source: string, field?: string): SecretSource;
}

/** Enough for every definition of a large machine and some hours of pasting. */
const MOST = 20_000;

/** Keeps secrets in this process while the page shows marks for them. */
export function createSecretSources(most = MOST): SecretSources {
  const key = randomBytes(32);
  const sources = new Map<string, SecretSource>();
  return {
    hide(name, server, entry) {
      const hidden = hideSecrets(server);
      const text = canonicalJson([name, entry ?? null, server]);
      // The same definition has the same word, so looking at it again and again does not fill the memory.
      const source = createHmac('sha256', key).update(text).digest('base64url').slice(0, 32);
      sources.delete(source);
      sources.set(source, { name, server, kept: hidden.kept, ...(entry && { entry }) });
      for (const oldest of sources.keys()) {
        if (sources.size <= most) break;
        sources.delete(oldest);
      }
      return { ...hidden, source };
    },
    find(source, field = 'source') {
      const found = sources.get(source);
      if (found) return found;
      throw new Refusal(400, {
        code: 'source-unknown',
        field,
        message: 'What this was made from is not known here any more: the server of the page was started again since.',
        hint: 'open the server again',
      });
    },
  };
}
