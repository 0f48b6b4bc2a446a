import type { AuthSettings } from './auth-settings.ts';
import type { Discovered } from './discover.ts';
import type { SignInServices } from './services.ts';
import { failed, shownAddress } from './sign-in-error.ts';
import { type Credential, parseCredential } from './tokens/credential.ts';

/** Reusing the name of another server's credential would overwrite it. */
export async function requireOwnCredentialName(
  { credentialId, server }: AuthSettings,
  { store }: SignInServices,
): Promise<void> {
  if (credentialId === undefined || server === undefined) return;
  const there = parseCredential(await store.read(credentialId).catch(() => undefined));
  if (!there || new URL(there.server).origin === new URL(server).origin) return;
  const why = `the credential "${credentialId}" belongs to ${shownAddress(there.server)}`;
  throw failed('settings', why, 'Use another name in "auth" of this server.');
}

/** A configured secret for one authorization server is not sent to a different one that a server names. */
export function requireSameIssuer(
  { issuer }: Discovered,
  settings: AuthSettings,
  earlier: Credential | undefined,
): void {
  if (earlier?.client.kind !== 'given' || earlier.issuer === issuer || settings.issuer === issuer) return;
  const why = `the server sent you to ${shownAddress(earlier.issuer)} before, and now to ${shownAddress(issuer)}`;
  throw failed('mismatch', why, 'If that is right, sign out first, or name it as "issuer" in "auth" of this server.');
}
