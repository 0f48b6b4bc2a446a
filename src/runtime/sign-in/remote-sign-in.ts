import { isMap } from '../../model/value.ts';
import type { ServerToRun } from '../types.ts';
import { identityOf } from './client-identity.ts';
import { explain } from './explain.ts';
import { prepareSignIn, type PreparedSignIn, startAuthorization } from './prepare-sign-in.ts';
import type { SignInServices } from './services.ts';
import { failed } from './sign-in-error.ts';
import type { Credential } from './tokens/credential.ts';
import { redeemCredential } from './tokens/redeem.ts';

/** A sign-in whose browser is elsewhere, and comes back to an address that another part of the program serves. */
export interface StartedSignIn {
  /** Where to send the browser. */
  readonly address: string;
  /** Needed to finish it, as JSON. Contains a secret. */
  readonly pending: unknown;
}

export interface Redirect {
  readonly url: string;
  readonly state: string;
}

/** Rejects with a `SignInError` or a `ConnectionError`. The server must be approved. */
export async function beginRemoteSignIn(
  toRun: ServerToRun,
  services: SignInServices,
  { url, state }: Redirect,
): Promise<StartedSignIn> {
  try {
    const prepared = await prepareSignIn(toRun, services, { state, redirectUrl: url });
    const identity = await identityOf(prepared.choice.client, prepared.settings, services.values);
    const { authorizationUrl, codeVerifier } = await startAuthorization({ ...prepared, identity });
    // The settings may contain secrets of the definition, which are read again.
    const { settings: _, ...rest } = prepared;
    return { address: authorizationUrl.href, pending: { ...rest, codeVerifier } };
  } catch (error) {
    throw explain(error);
  }
}

/** Redeems the response of the browser. The caller has compared the state. The credential is not stored. */
export async function finishRemoteSignIn(
  settings: PreparedSignIn['settings'],
  pending: unknown,
  params: URLSearchParams,
  services: SignInServices,
): Promise<Credential> {
  if (!isMap(pending)) throw failed('other', 'the sign-in is unknown');
  const { codeVerifier, ...rest } = pending as unknown as Omit<PreparedSignIn, 'settings'> & { codeVerifier: string };
  const prepared: PreparedSignIn = { ...rest, settings };
  const identity = await identityOf(prepared.choice.client, settings, services.values);
  try {
    return await redeemCredential({ ...prepared, identity }, params, codeVerifier, services, undefined);
  } catch (error) {
    throw explain(error, [params.get('code') ?? undefined, codeVerifier, ...identity.secrets]);
  }
}
