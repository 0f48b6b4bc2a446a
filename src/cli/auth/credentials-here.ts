import type { Host } from '../../model/host.ts';
import { type Credential, parseCredential } from '../../runtime/sign-in/tokens/credential.ts';
import { CredentialUnreadable } from '../../store/credentials/credentials-file.ts';
import { credentialFiles } from '../../store/credentials/credentials.ts';
import { territoryOf } from '../../trust/territory.ts';

interface StoredCredentials {
  readonly credentials: readonly Credential[];
  /** Why other credentials cannot be read. */
  readonly unreadable: readonly string[];
}

/** All stored credentials of this user. They contain secrets. */
export async function storedCredentials(host: Host): Promise<StoredCredentials> {
  const store = credentialFiles(host, { outside: territoryOf(host.cwd, host.home) });
  const { values, unreadable } = await store.list().catch((error: unknown) => {
    if (error instanceof CredentialUnreadable) return { values: [], unreadable: [error] };
    throw error;
  });
  const credentials = values.map(parseCredential).filter((one) => one !== undefined);
  return { credentials, unreadable: unreadable.map(({ message }) => message) };
}
