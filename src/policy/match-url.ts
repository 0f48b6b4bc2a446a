import { matchesGlob } from '../model/glob.ts';

/**
 * Whether an address matches `host` or `scheme://host/path`, each with `*`. The parts are compared one by one: as a
 * whole, `https://*.example.com/*` would match `https://evil.test/x.example.com/`. A denied host is denied on every
 * port; an allowed one is allowed on the usual port, or on the one that the pattern names.
 */
export function matchesUrl(pattern: string, address: string, effect: 'allow' | 'deny'): boolean {
  if (!URL.canParse(address)) return effect === 'deny' && matchesGlob(pattern.toLowerCase(), address.toLowerCase());
  const url = new URL(address);
  const [, scheme = '*', host = '', path = '/*'] = /^(?:([a-z*]+):\/\/)?([^/]*)(\/.*)?$/i.exec(pattern) ?? [];
  const isScheme = matchesGlob(`${scheme.toLowerCase()}:`, url.protocol);
  return isScheme && matchesHost(host.toLowerCase(), url, effect) && matchesPath(path, url, effect);
}

function matchesHost(pattern: string, { protocol, hostname, port }: URL, effect: 'allow' | 'deny'): boolean {
  const [, host = '', wanted = ''] = /^(.*?)(?::(\d+|\*))?$/.exec(pattern) ?? [];
  if (!matchesGlob(host, hostname.replace(/\.$/, ''))) return false;
  return wanted === '' ? effect === 'deny' || port === '' : matchesGlob(wanted, port || usual(protocol));
}

function matchesPath(pattern: string, { pathname }: URL, effect: 'allow' | 'deny'): boolean {
  const path = decoded(pathname);
  return pattern === '/*' || matchesGlob(pattern, path) || (effect === 'deny' && `${path}/*` === pattern);
}

function usual(protocol: string): string {
  return protocol === 'http:' ? '80' : '443';
}

/** `%2e` and `.` lead to the same place. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
