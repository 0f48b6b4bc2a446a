import { randomBytes } from 'node:crypto';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { places } from '../state/places.ts';
import { CredentialUnreadable, readPrivate, writePrivate } from './credentials-file.ts';
import { withOwnLock } from './credentials-lock.ts';

const BYTES = 32;

/** A token that clients of a server of ours have to show, in a file that only this user can read. */
export interface TokenFile {
  path(host: Host): string;
  /** Made when there is none; refused when others may read it. */
  token(host: Host): Promise<string>;
  /** Undefined when there is none. */
  known(host: Host): Promise<string | undefined>;
  /** A new one in its place: the old one is refused from then on. */
  rotate(host: Host): Promise<string>;
}

export function tokenFile(name: string): TokenFile {
  const path = (host: Host): string => `${places(host).state}/${name}`;
  const known = async (host: Host): Promise<string | undefined> => {
    const text = (await readPrivate(host, path(host)).catch(unsafe))?.trim() ?? '';
    // One that was shortened by hand would be no protection.
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
      (await known(host)) ?? withOwnLock(host, name, async () => (await known(host)) ?? write(host)),
    rotate: async (host) => withOwnLock(host, name, () => write(host)),
  };
}

function unsafe(error: unknown): never {
  if (!(error instanceof CredentialUnreadable)) throw error;
  const { path, why } = error;
  throw new PlugboardError('place-unsafe', { path, why, remedy: `delete ${path} to get a new token` }, error);
}

export const opencodeTokenFile = tokenFile('opencode-token');
