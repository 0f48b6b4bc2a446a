import { createHash } from 'node:crypto';
import { isMap } from '../../../model/value.ts';

/** A stored sign-in: tokens, and where they may be sent. */
export interface Credential {
  readonly version: 1;
  readonly id: string;
  /** Whether a definition names it; others are found by server URL. */
  readonly isNamed: boolean;
  /** URL of the server, without credentials. */
  readonly server: string;
  /** The issuer. Tokens are sent only to it and to the server. */
  readonly issuer: string;
  /** Resource identifier at the authorization server. */
  readonly resource?: string;
  readonly grant: 'authorization_code' | 'client_credentials';
  readonly client: StoredClient;
  readonly endpoints: Endpoints;
  /** Absent after the sign-in ended; the rest is kept for the next one. */
  readonly tokens?: Tokens;
  /** Why a new sign-in is needed. */
  readonly ended?: string;
  /** Scopes requested at the last sign-in; some may have been refused. */
  readonly askedScope?: string;
  /** Scopes the server has required since. */
  readonly wantedScope?: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** Our client at the authorization server. */
export interface StoredClient {
  /** `given` in the configuration, with its secret; published as a metadata `document`; or dynamically `registered`. */
  readonly kind: 'given' | 'document' | 'registered';
  readonly id: string;
  readonly secret?: string;
  /** Milliseconds since 1970. */
  readonly secretExpiresAt?: number;
  readonly authMethod?: string;
  readonly redirectUrl?: string;
  /** The registered scopes. */
  readonly scope?: string;
}

export interface Endpoints {
  readonly token: string;
  readonly revocation?: string;
  /** Supported client authentication methods. */
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

/** Storage for sign-ins. */
export interface CredentialStore {
  read(id: string): Promise<unknown>;
  write(id: string, value: unknown): Promise<'keychain' | 'file' | 'passphrase'>;
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

/** Generated id for an unnamed sign-in. Registered client ids change, so they are not part of it. */
export function credentialName(issuer: string, resource: string, clientId?: string): string {
  const hash = createHash('sha256').update(JSON.stringify([issuer, resource, clientId ?? null]));
  const { hostname } = new URL(resource);
  return `${hostname.replaceAll(/[^\w.-]/g, '')}-${hash.digest('hex').slice(0, 12)}`;
}

/** Values to mask. */
export function secretsOf({ client, tokens }: Pick<Credential, 'client' | 'tokens'>): string[] {
  return [client.secret, tokens?.access, tokens?.refresh].filter((secret) => secret !== undefined);
}

/** Removes the redirect URL, so that the next sign-in registers a new client. */
export function withoutRegistration({ redirectUrl: _, ...client }: StoredClient): StoredClient {
  return client;
}
