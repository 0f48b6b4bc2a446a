import { createHmac, randomBytes } from 'node:crypto';
import { isOwn } from '../../manage/compare/brought.ts';
import { canonicalJson } from '../../model/json/canonical-json.ts';
import type { Server } from '../../model/server.ts';
import type { Brought } from '../../store/write/plan.ts';
import type { EntryRef } from '../contract/common.ts';
import { HttpError } from '../http-error.ts';
import { type Hidden, hideSecrets, type KeptValues } from './hide-secrets.ts';

/** A document that was sent to the page with placeholders. */
export interface SecretSource {
  readonly name: string;
  /** As it was at that time. */
  readonly server: Server;
  readonly kept: KeptValues;
  /** The entry it came from; absent for pasted text. */
  readonly entry?: EntryRef;
  /** What came from someone else, of pasted text. */
  readonly brought?: Brought;
  /** The text was an install link. */
  readonly isLink?: boolean;
}

export interface SecretSources {
  /** The document to send, with the ID under which its values are stored. */
  hide(
    name: string,
    server: Server,
    from?: Pick<SecretSource, 'entry' | 'brought' | 'isLink'>,
  ): Hidden & { readonly source: string };
  find(source: string, field?: string): SecretSource;
}

/** Enough for every definition of a large machine and hours of pasting. */
const MOST = 20_000;

/** Keeps secrets in this process while the page shows placeholders. */
export function createSecretSources(most = MOST): SecretSources {
  const key = randomBytes(32);
  const sources = new Map<string, SecretSource>();
  return {
    hide(name, server, { entry, brought, isLink } = {}) {
      const hidden = hideSecrets(server, brought && ((text) => !isOwn(brought.own ?? [], text)));
      const text = canonicalJson([name, entry ?? null, server, brought?.own ?? null, isLink ?? false]);
      // The same definition gets the same ID, so repeated views do not fill the memory.
      const source = createHmac('sha256', key).update(text).digest('base64url').slice(0, 32);
      sources.delete(source);
      sources.set(source, {
        name,
        server,
        kept: hidden.kept,
        ...(entry && { entry }),
        ...(brought && { brought }),
        ...(isLink && { isLink }),
      });
      for (const oldest of sources.keys()) {
        if (sources.size <= most) break;
        sources.delete(oldest);
      }
      return { ...hidden, source };
    },
    find(source, field = 'source') {
      const found = sources.get(source);
      if (found) return found;
      throw new HttpError(400, {
        code: 'source-unknown',
        field,
        message: 'The stored values are gone: plugboard ui was restarted.',
        hint: 'reopen the server',
      });
    },
  };
}
