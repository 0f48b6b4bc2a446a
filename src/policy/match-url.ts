import { matchesGlob } from '../model/glob.ts';

/**
 * Whether an address matches `host` or `scheme://host/path`, each with `*`. The parts are compared one by one: as a
 * whole, `https://*.example.com/*` would match `https://evil.test/x.example.com/`. A denied host is denied on every
 * port; an allowed one is allowed on the usual port, or on the one that the pattern names.
 */
export function matchesUrl(pattern: string, address: string, effect: 'allow' | 'deny'): boolean {
  if (!URL.canParse(address)) return effect === 'deny' && matchesGlob(pattern.toLowerCase(), address.toLowerCase());
  const { protocol, hostname, port, pathname } = new URL(address);
  const [, scheme = '*', host = '', path = '/*'] = /^(?:([a-z*]+):\/\/)?([^/]*)(\/.*)?$/i.exec(pattern) ?? [];
  const [, wantedHost = '', wantedPort = ''] = /^(.*?)(?::(\d+|\*))?$/.exec(host.toLowerCase()) ?? [];
  const isPort =
    wantedPort === '' ? effect === 'deny' || port === '' : matchesGlob(wantedPort, port || usual(protocol));
  return (
    matchesGlob(`${scheme.toLowerCase()}:`, protocol) &&
    matchesGlob(wantedHost, hostname.replace(/\.$/, '')) &&
    isPort &&
    (path === '/*' || matchesGlob(path, decoded(pathname)) || (effect === 'deny' && `${decoded(pathname)}/*` === path))
  );
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
