import type { AuthSettings } from './auth-settings.ts';
import { isLoopbackName } from './forbidden-address.ts';

/** Addresses on this machine or in a private network that a person has named, so that they may be contacted. */
export type NamedPlaces = ReadonlySet<string>;

type Naming = Partial<Pick<AuthSettings, 'issuer' | 'metadataUrl' | 'authorizationUrl' | 'tokenUrl'>>;

/**
 * What the definition itself names. A server on this machine is there because a person put it there; what it names in
 * turn, another port of this machine for instance, is only the server's word. `more` are addresses that a person has
 * accepted by other means.
 */
export function namedPlaces(server: string, settings: Naming, more: readonly (string | undefined)[] = []): NamedPlaces {
  const { issuer, metadataUrl, authorizationUrl, tokenUrl } = settings;
  const own = isLoopbackName(new URL(server).hostname) ? [server] : [];
  const urls = [...own, issuer, metadataUrl, authorizationUrl, tokenUrl, ...more];
  return new Set(urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [placeOf(new URL(url))] : [])));
}

export function isNamed(url: URL, named: NamedPlaces): boolean {
  return named.has(placeOf(url));
}

/** Host and port. The usual names of this machine are one: servers spell themselves differently from what names them. */
function placeOf({ protocol, hostname, port }: URL): string {
  const isUsual = hostname === '127.0.0.1' || hostname === '[::1]' || /(?:^|\.)localhost$/.test(hostname);
  return `${isUsual ? 'localhost' : hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

export const howToName =
  'If it is right, name its address in "auth" of this server: "issuer" (--issuer), or in PLUGBOARD_AUTH_SERVERS.';
