import type { ServiceOptions } from '../../runtime/connect/session/connection-services.ts';
import type { ServerToRun } from '../../runtime/types.ts';

/** Whether principals use a server with the credentials of its definition, or each signs in to it. */
export type CredentialUse = 'shared' | 'user';

export interface CredentialSettings {
  readonly default?: CredentialUse;
  readonly servers?: Readonly<Record<string, CredentialUse>>;
}

/** One principal's sign-ins to servers. */
export interface UserAccount extends Required<Pick<ServiceOptions, 'access' | 'resolve'>> {
  /** Starts a sign-in whose browser comes back to this address. `pending` is JSON and contains a secret. */
  begin(
    toRun: ServerToRun,
    redirect: { readonly url: string; readonly state: string },
  ): Promise<{ readonly address: string; readonly pending: unknown }>;
  /** Redeems the response of the browser. The credential is JSON, and not stored yet. */
  finish(toRun: ServerToRun, pending: unknown, params: URLSearchParams): Promise<unknown>;
  /** Stores a credential, encrypted. */
  keep(credential: unknown): Promise<void>;
  /** Deletes the sign-in to a server, and revokes it if possible. Undefined if there was none. */
  signOut(toRun: ServerToRun): Promise<{ readonly isRevoked: boolean } | undefined>;
  /** True also if it cannot be read now. */
  isSignedIn(toRun: ServerToRun): Promise<boolean>;
  /** Drops the token in memory, so that the next request reads the store. */
  forget(toRun: ServerToRun): void;
}

/** Short-lived values that any replica can read, encrypted if they leave this process. */
export interface FlowStore {
  put(id: string, value: object, ttlMs: number): Promise<void>;
  read(id: string): Promise<unknown>;
  /** Reads and deletes in one step, so a value is used once. */
  take(id: string): Promise<unknown>;
}

/** What a gateway needs so that each principal signs in to servers. */
export interface UserAccounts {
  readonly settings: CredentialSettings;
  readonly flows: FlowStore;
  of(account: string): UserAccount;
  /** Calls `listener` with accounts whose sign-ins may have been deleted, here or elsewhere. Returns what stops it. */
  onSignOut(listener: (account: string) => Promise<void>): () => void;
}

/** Whether principals have credentials of their own at this server. */
export function usesUserCredentials(
  { name }: Pick<ServerToRun, 'name'>,
  { servers = {}, default: usual = 'shared' }: CredentialSettings,
): boolean {
  return (Object.hasOwn(servers, name) ? servers[name] : usual) === 'user';
}
