import type { AuthSettings } from '../auth-settings.ts';
import { type Credential, type CredentialStore, parseCredential } from './credential.ts';

/** There may be a stored sign-in, but it cannot be decrypted now. */
export class CredentialLookupFailed extends Error {
  override readonly name = 'CredentialLookupFailed';
}

/** The sign-in for a definition, if there is one. Rejects with `CredentialLookupFailed` if that is unknown. */
export async function findCredential(store: CredentialStore, settings: AuthSettings): Promise<Credential | undefined> {
  try {
    return await lookUp(store, settings);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CredentialLookupFailed(message, { cause: error });
  }
}

async function lookUp(store: CredentialStore, settings: AuthSettings): Promise<Credential | undefined> {
  const { credentialId, server } = settings;
  if (credentialId !== undefined) {
    const named = parseCredential(await store.read(credentialId));
    return named && isFor(named, settings) ? named : undefined;
  }
  if (server === undefined) return undefined;
  const { values, unreadable } = await store.list();
  const fitting = values
    .map(parseCredential)
    .filter((one) => one !== undefined)
    .filter((one) => one.server === server && isOfClient(one, settings));
  const [best] = fitting.toSorted((a, b) => Number(a.isNamed) - Number(b.isNamed) || b.savedAt - a.savedAt);
  const [damaged] = unreadable;
  // An unreadable credential may be the one for this server.
  if (!best && damaged) throw damaged;
  return best;
}

/**
 * Whether a named sign-in may be used for a server. The name alone is not enough: any definition could name it and have
 * the token sent to its own address.
 */
function isFor(credential: Credential, settings: AuthSettings): boolean {
  const { server } = settings;
  if (!isOfClient(credential, settings)) return false;
  // A local program does not declare where it sends the token; approving the program covers that.
  if (server === undefined || server === credential.server) return true;
  return credential.resource !== undefined && isWithin(server, credential.resource);
}

/** A configured client id must match; its secret is in the same definition. */
function isOfClient({ client }: Credential, { clientId, credentialId }: AuthSettings): boolean {
  if (clientId !== undefined) return client.id === clientId;
  return client.kind !== 'given' || credentialId !== undefined;
}

function isWithin(address: string, resource: string): boolean {
  if (!URL.canParse(resource)) return false;
  const [inner, outer] = [new URL(address), new URL(resource)];
  const path = outer.pathname.endsWith('/') ? outer.pathname : `${outer.pathname}/`;
  return inner.origin === outer.origin && `${inner.pathname}/`.startsWith(path);
}
