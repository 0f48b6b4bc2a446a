import type { ServerHere } from '../../live/servers-here.ts';
import { targetOfServer } from '../../manage/masked-server.ts';
import { hasAuthorizationHeader } from '../../model/can-sign-in.ts';
import type { SignInStatus } from '../../runtime/sign-in/create-sign-in.ts';
import type { Use } from '../runtime/with-runtime.ts';

/** How things stand with one sign-in. */
export interface SignInStanding extends Omit<SignInStatus, 'state'> {
  readonly name: string;
  /** Absent when no server here uses it. */
  readonly server?: ServerHere;
  readonly state: SignInStatus['state'] | 'own-header' | 'unknown';
}

/** What is known without asking anybody. */
export async function standingOf(server: ServerHere, { runtime }: Use): Promise<SignInStanding> {
  const { name } = server;
  if (hasAuthorizationHeader(server.server)) return { name, server, state: 'own-header' };
  try {
    return { name, server, ...(await runtime.signIn.status(server)) };
  } catch (error) {
    // Such as a variable that is not set, or a keychain that is locked.
    return { name, server, state: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** For scripts. Nothing of it is secret. */
export function standingAsData({ name, server, state, ...rest }: SignInStanding): Record<string, unknown> {
  const { client, scope, file } = server?.origin ?? {};
  const where = server && { target: targetOfServer(server.server), origin: { client, scope, file } };
  return { name, state, ...rest, ...where };
}
