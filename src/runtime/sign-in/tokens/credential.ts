import { createHash } from 'node:crypto';
import { isMap } from '../../../model/value.ts';

/** A sign-in as it is kept: what lets us in, and where it may be sent. */
export interface Credential {
  readonly version: 1;
  readonly id: string;
  /** Whether a definition names it; others are found by the address of the server. */
  readonly isNamed: boolean;
  /** Address of the server it is for, without a user in it. */
  readonly server: string;
  /** Who let us in. Nothing of this is ever shown to anybody else but that one and the server. */
  readonly issuer: string;
  /** What the authorization server calls the server. */
  readonly resource?: string;
  readonly grant: 'authorization_code' | 'client_credentials';
  readonly client: StoredClient;
  readonly endpoints: Endpoints;
  /** Absent when it was ended; the rest is kept for the next sign-in. */
  readonly tokens?: Tokens;
  /** Why somebody has to sign in again. */
  readonly ended?: string;
  /** What was asked for when signing in last; more than that may have been refused. */
  readonly askedScope?: string;
  /** What the server has asked for since. */
  readonly wantedScope?: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** Who we are to the authorization server. */
export interface StoredClient {
  /** `given` in the configuration, with its secret; published as a `document`; or `registered` by ourselves. */
  readonly kind: 'given' | 'document' | 'registered';
  readonly id: string;
  readonly secret?: string;
  /** Milliseconds since 1970. */
  readonly secretExpiresAt?: number;
  readonly authMethod?: string;
  readonly redirectUrl?: string;
  /** The rights that may be asked for. */
  readonly scope?: string;
}

export interface Endpoints {
  readonly token: string;
  readonly revocation?: string;
  /** How clients may prove who they are. */
  readonly authMethods: readonly string[];
}

export interface Tokens {
  readonly access: string;
  readonly refresh?: string;
  readonly scope?: string;
  /** Milliseconds since 1970. */
  readonly obtainedAt: number;
  readonly expiresAt?: number;
}

/** Where sign-ins are kept. */
export interface CredentialStore {
  read(id: string): Promise<unknown>;
  write(id: string, value: unknown): Promise<'keychain' | 'file'>;
  remove(id: string): Promise<boolean>;
  list(): Promise<{ readonly values: readonly unknown[]; readonly unreadable: readonly Error[] }>;
  exclusively<T>(id: string, work: () => Promise<T>): Promise<T>;
}

export function parseCredential(value: unknown): Credential | undefined {
  if (!isMap(value) || value['version'] !== 1) return undefined;
  const { id, server, issuer, client, endpoints, savedAt } = value as Partial<Credential>;
  const areTexts = [id, server, issuer].every((text) => typeof text === 'string');
  const isWhole = isMap(client) && typeof client.id === 'string' && isMap(endpoints) && typeof savedAt === 'number';
  return areTexts && isWhole ? (value as unknown as Credential) : undefined;
}

/** A name for a sign-in that nobody has named. Clients that we register ourselves come and go, so they are not in it. */
export function credentialName(issuer: string, resource: string, clientId?: string): string {
  const hash = createHash('sha256').update(JSON.stringify([issuer, resource, clientId ?? null]));
  const { hostname } = new URL(resource);
  return `${hostname.replaceAll(/[^\w.-]/g, '')}-${hash.digest('hex').slice(0, 12)}`;
}

/** What must not be shown. */
export function secretsOf({ client, tokens }: Pick<Credential, 'client' | 'tokens'>): string[] {
  return [client.secret, tokens?.access, tokens?.refresh].filter((secret) => secret !== undefined);
}

/** The same client, that is not used to sign in again: without an address to come back to, another is registered. */
export function withoutRegistration({ redirectUrl: _, ...client }: StoredClient): StoredClient {
  return client;
}
