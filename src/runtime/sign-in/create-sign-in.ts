import type { ServerToRun } from '../types.ts';
import { authSettings, type AuthSettings } from './auth-settings.ts';
import { signInAsClient } from './client-credentials.ts';
import { probeServer } from './probe-server.ts';
import { ServerAccess } from './server-access.ts';
import type { SignInServices } from './services.ts';
import { signIn, type SignInOptions } from './sign-in.ts';
import { signOut, type SignedOut } from './sign-out.ts';
import type { Credential } from './tokens/credential.ts';
import { findCredential } from './tokens/find-credential.ts';
import { keep, type SignedIn } from './tokens/redeem.ts';
import type { Renewals } from './tokens/token-keeper.ts';

export type { SignInServices } from './services.ts';

/** Status of the sign-in to a server. */
export interface SignInStatus {
  /** `unreadable`: there is a stored sign-in, but it cannot be decrypted now. */
  readonly state: 'none' | 'signed-in' | 'ended' | 'unreadable';
  readonly credentialId?: string;
  readonly issuer?: string;
  readonly scope?: string;
  /** Scopes that the server has required since. */
  readonly wantedScope?: string;
  /** Expiry of the current access token. */
  readonly expiresAt?: Date;
  /** Whether the token can be refreshed without a person. */
  readonly isRenewable?: boolean;
  /** Time of the sign-in or the last refresh. */
  readonly renewedAt?: Date;
  /** Why a new sign-in is needed, or why the status is unknown. */
  readonly reason?: string;
}

/** Manages sign-ins to servers. */
export interface SignIn {
  /** Access token for `resolveServer`, refreshed before it expires. */
  token(toRun: ServerToRun): Promise<string | undefined>;
  /** For connections; returns the same object for the same definition. */
  access(toRun: ServerToRun): ServerAccess;
  /**
   * Starts an interactive sign-in. The server must be approved. Rejects with a `SignInError` or a `ConnectionError`.
   */
  start(toRun: ServerToRun, options?: SignInOptions): Promise<SignedIn>;
  /** Undefined if there was no sign-in. */
  end(toRun: ServerToRun): Promise<SignedOut | undefined>;
  status(toRun: ServerToRun): Promise<SignInStatus>;
}

export function createSignIn(services: SignInServices): SignIn {
  const renewals: Renewals = new Map();
  const accesses = new WeakMap<ServerToRun, ServerAccess>();
  const settingsOf = (toRun: ServerToRun): AuthSettings => authSettings(toRun, services.values);

  const accessTo = (toRun: ServerToRun): ServerAccess => {
    const access = accesses.get(toRun) ?? new ServerAccess(settingsOf(toRun), services, renewals);
    accesses.set(toRun, access);
    return access;
  };

  return {
    token: async (toRun) => accessTo(toRun).token(),
    access: (toRun) => accessTo(toRun),
    async start(toRun, options = {}) {
      const { challenge } = accesses.get(toRun) ?? {};
      const how = { ...(challenge && { challenge }), ...options };
      const settings = settingsOf(toRun);
      if (settings.grant === 'authorization_code') return signIn(toRun, services, how);
      const answer = await probeServer(toRun, settings, how);
      const earlier = await findCredential(services.store, settings).catch(() => undefined);
      return keep(await signInAsClient(settings, answer, earlier, services), services);
    },
    end: async (toRun) => signOut(settingsOf(toRun), services),
    async status(toRun) {
      const settings = settingsOf(toRun);
      try {
        return statusOf(await findCredential(services.store, settings));
      } catch (error) {
        return { state: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

function statusOf(credential: Credential | undefined): SignInStatus {
  if (!credential) return { state: 'none' };
  const { id, issuer, tokens, ended, savedAt, wantedScope, grant } = credential;
  const { scope, expiresAt, refresh } = tokens ?? {};
  return {
    state: tokens ? 'signed-in' : 'ended',
    credentialId: id,
    issuer,
    ...(scope !== undefined && { scope }),
    ...(wantedScope !== undefined && { wantedScope }),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
    isRenewable: refresh !== undefined || grant === 'client_credentials',
    renewedAt: new Date(savedAt),
    ...(ended !== undefined && { reason: ended }),
  };
}
