import type { ServerHere } from '../../live/servers-here.ts';
import { targetOfServer } from '../../manage/secrets/masked-server.ts';
import { hasAuthorizationHeader } from '../../model/can-sign-in.ts';
import type { SignInStatus } from '../../runtime/sign-in/create-sign-in.ts';
import type { Use } from '../runtime/with-runtime.ts';

/** The state of one sign-in. */
export interface SignInInfo extends Omit<SignInStatus, 'state'> {
  readonly name: string;
  /** Absent if no server here uses it. */
  readonly server?: ServerHere;
  readonly state: SignInStatus['state'] | 'own-header' | 'unknown';
}

/** The sign-in of a server, without network access. */
export async function signInInfo(server: ServerHere, { runtime }: Use): Promise<SignInInfo> {
  const { name } = server;
  if (hasAuthorizationHeader(server.server)) return { name, server, state: 'own-header' };
  try {
    return { name, server, ...(await runtime.signIn.status(server)) };
  } catch (error) {
    // For example an unset variable or a locked keychain.
    return { name, server, state: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The sign-in for JSON output, without secrets. */
export function signInAsData({ name, server, state, ...rest }: SignInInfo): Record<string, unknown> {
  const { client, scope, file } = server?.origin ?? {};
  const where = server && { target: targetOfServer(server.server), origin: { client, scope, file } };
  return { name, state, ...rest, ...where };
}
