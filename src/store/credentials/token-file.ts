import { randomBytes } from 'node:crypto';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { shownPath } from '../../model/short-path.ts';
import { places } from '../state/places.ts';
import { CredentialUnreadable, readPrivate, writePrivate } from './credentials-file.ts';
import { withNamedLock } from './credentials-lock.ts';

const BYTES = 32;

/** A token for clients of one of our servers, in a file that only this user can read. */
export interface TokenFile {
  path(host: Host): string;
  /** Creates the token if there is none; rejects if others can read the file. */
  token(host: Host): Promise<string>;
  /** Undefined if there is none. */
  known(host: Host): Promise<string | undefined>;
  /** Replaces the token; the old one becomes invalid. */
  rotate(host: Host): Promise<string>;
}

export function tokenFile(name: string): TokenFile {
  const path = (host: Host): string => `${places(host).state}/${name}`;
  const known = async (host: Host): Promise<string | undefined> => {
    const text = (await readPrivate(host, path(host)).catch(unsafe))?.trim() ?? '';
    // A token shortened by hand would be insecure.
    return /^[\w-]{43,}$/.test(text) ? text : undefined;
  };
  const write = async (host: Host): Promise<string> => {
    const token = randomBytes(BYTES).toString('base64url');
    await writePrivate(host, places(host).state, name, token);
    return token;
  };
  return {
    path,
    known,
    token: async (host) =>
      (await known(host)) ?? withNamedLock(host, name, async () => (await known(host)) ?? write(host)),
    rotate: async (host) => withNamedLock(host, name, () => write(host)),
  };
}

function unsafe(error: unknown): never {
  if (!(error instanceof CredentialUnreadable)) throw error;
  const { path, why } = error;
  throw new PlugboardError(
    'place-unsafe',
    { path, why, remedy: `delete ${shownPath(path)} to get a new token` },
    error,
  );
}

export const opencodeTokenFile = tokenFile('opencode-token');
