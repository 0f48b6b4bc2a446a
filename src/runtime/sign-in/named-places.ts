import type { AuthSettings } from './auth-settings.ts';
import { isLoopbackName } from './forbidden-address.ts';

/** Local or private addresses that a person has named and that may therefore be contacted. */
export type NamedPlaces = ReadonlySet<string>;

type Naming = Partial<Pick<AuthSettings, 'issuer' | 'metadataUrl' | 'authorizationUrl' | 'tokenUrl'>>;

/**
 * The addresses in the definition. A server on this machine is there because a person put it there; the addresses it
 * names in turn, such as another local port, are untrusted. `more` are addresses accepted by other means.
 */
export function namedPlaces(server: string, settings: Naming, more: readonly (string | undefined)[] = []): NamedPlaces {
  const { issuer, metadataUrl, authorizationUrl, tokenUrl } = settings;
  const own = isLoopbackName(new URL(server).hostname) ? [server] : [];
  const urls = [...own, issuer, metadataUrl, authorizationUrl, tokenUrl, ...more];
  return new Set(urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [hostAndPort(new URL(url))] : [])));
}

export function isNamed(url: URL, named: NamedPlaces): boolean {
  return named.has(hostAndPort(url));
}

/** Host and port. All names of this machine are equal, because servers and definitions spell it differently. */
function hostAndPort({ protocol, hostname, port }: URL): string {
  const isUsual = hostname === '127.0.0.1' || hostname === '[::1]' || /(?:^|\.)localhost$/.test(hostname);
  return `${isUsual ? 'localhost' : hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

export const namingTip =
  'If this is correct, set its address in "auth" of this server: "issuer" (--issuer), or in PLUGBOARD_AUTH_SERVERS.';
