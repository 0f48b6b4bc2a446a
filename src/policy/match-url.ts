import { matchesGlob } from '../model/glob.ts';

/**
 * Whether an address matches `host` or `scheme://host/path`, each with `*`. The parts are compared one by one: as a
 * whole, `https://*.example.com/*` would match `https://evil.test/x.example.com/`. A denied host is denied on every
 * port; an allowed one is allowed on the usual port, or on the one that the pattern names. An address whose host has a
 * variable without a value may become any address, so that every pattern denies it.
 */
export function matchesUrl(pattern: string, address: string, effect: 'allow' | 'deny'): boolean {
  if (effect === 'allow') return URL.canParse(address) && matchesParts(pattern, new URL(address), effect);
  const [authority = '', ...rest] = address.replace(/^[^:]*:[\\/]*/, '').split(/[\\/?#]/);
  if (VARIABLE.test(authority)) return true;
  if (RANGE.test(authority)) return mayBeHost(pattern, authority);
  const isOpen = rest.some((part) => VARIABLE.test(part));
  const plain = isOpen ? address.replace(VARIABLE, '') : address;
  const wanted = isOpen ? pattern.replace(/(?<=[^/]\/)[^/].*$/, '*') : pattern;
  const urls = spellings(plain).flatMap((one) => (URL.canParse(one) ? [new URL(one)] : []));
  if (urls.length === 0) return matchesGlob(pattern.toLowerCase(), address.toLowerCase());
  return urls.some((url) => matchesParts(wanted, url, effect));
}

/** Whether a word may be a host that a rule denies by its name. */
export function namesHost(pattern: string, word: string): boolean {
  const [, scheme = '', host = ''] = /^(?:([a-z*]+):\/\/)?([^/]*)/i.exec(pattern) ?? [];
  if (!/[a-z\d]/i.test(host)) return false;
  return matchesUrl(`*://${host}`, `${/^https?$/i.test(scheme) ? scheme : 'https'}://${word}`, 'deny');
}

const VARIABLE = /\$[\w{(]|%\w*[g-z_]\w*%|\{\{|\{secret:/i;

/** `[a-z]` and `[1-9:2]`, each of which curl puts into an address. */
const RANGE = /\[[a-z\d]+-[a-z\d]+(?::\d+)?\]/i;

/** Whether a host with ranges may be one that a pattern names. */
function mayBeHost(pattern: string, authority: string): boolean {
  const [, wanted = ''] = /^(?:[a-z*]+:\/\/)?([^/]*)/i.exec(pattern) ?? [];
  const host = authority.replace(/^.*@/s, '').toLowerCase();
  const parts = host
    .split(new RegExp(RANGE, 'gi'))
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return (
    wanted.includes('*') ||
    new RegExp(String.raw`^${parts.join(String.raw`[a-z\d]+`)}(?::\d+)?\.*$`, 's').test(wanted.toLowerCase())
  );
}

/** Other schemes have another grammar, but lead to the same host. */
function spellings(address: string): string[] {
  return [address, address.trim().replace(/^[a-z][a-z\d+.-]*:[\\/]*/i, 'https://'), decoded(address)];
}

function matchesParts(pattern: string, url: URL, effect: 'allow' | 'deny'): boolean {
  const [, scheme = '*', host = '', path = '/*'] = /^(?:([a-z*]+):\/\/)?([^/]*)(\/.*)?$/i.exec(pattern) ?? [];
  const isScheme = matchesGlob(`${scheme.toLowerCase()}:`, url.protocol);
  return isScheme && matchesHost(host.toLowerCase(), url, effect) && matchesPath(path, url, effect);
}

function matchesHost(pattern: string, { protocol, hostname, port }: URL, effect: 'allow' | 'deny'): boolean {
  const [, host = '', wanted = ''] = /^(\[[^\]]*\]|[^:]*(?::[^:]*:.*)?)(?::(\d+|\*))?$/.exec(pattern) ?? [];
  const name = withoutDots(hostname);
  // The same address can be written as IPv6.
  const names = effect === 'deny' ? [name, ...mappedAddress(name)] : [name];
  if (!names.some((one) => matchesGlob(normalizedHost(host), one))) return false;
  return wanted === '' ? effect === 'deny' || port === '' : matchesGlob(wanted, port || usual(protocol));
}

/** The host of a pattern as `URL` writes it: in ASCII, with the shortest form of an IPv6 address. */
function normalizedHost(host: string): string {
  const name = withoutDots(host);
  if (/^\[?[\da-f.]*:[\da-f:.]*\]?$/.test(name)) return parsedHost(`[${name.replaceAll(/[[\]]/g, '')}]`) ?? name;
  const isAscii = /^[\u0020-\u007E]*$/.test(name);
  return isAscii
    ? name
    : name
        .split('.')
        .map((label) => (label.includes('*') ? label : (parsedHost(label) ?? label)))
        .join('.');
}

function parsedHost(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

function withoutDots(host: string): string {
  return host.replace(/\.+$/, '');
}

/** The IPv4 address inside an IPv6 address such as `[::ffff:7f00:1]`. */
function mappedAddress(hostname: string): string[] {
  const [, high, low] = /^\[(?:::ffff:|::|64:ff9b::)([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return [];
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [[first >> 8, first & 255, second >> 8, second & 255].join('.')];
}

function matchesPath(pattern: string, { pathname }: URL, effect: 'allow' | 'deny'): boolean {
  const path = decoded(pathname);
  if (pattern === '/*') return true;
  if (effect === 'allow') return !isOpenPath(pathname) && matchesGlob(pattern, path);
  if (matchesGlob(pattern, path)) return true;
  // Many servers ignore case, repeated slashes and one at the end.
  const [wanted, plain] = [pattern, path].map((one) => one.toLowerCase().replaceAll(/\/{2,}/g, '/')) as [
    string,
    string,
  ];
  const bare = plain.replace(/(?<=.)\/$/, '');
  return [plain, bare, `${bare}/`].some((one) => matchesGlob(wanted, one));
}

/** Whether servers may read another path: an encoded slash, dots that are no segment for `URL`, an encoding of its own. */
function isOpenPath(pathname: string): boolean {
  return /%(?:2f|5c|25|2e|3b|0\d)/i.test(pathname) || /(?:^|\/)\.{1,2}(?:;|\/|$)/.test(decoded(pathname));
}

function usual(protocol: string): string {
  return protocol === 'http:' || protocol === 'ws:' ? '80' : '443';
}

/** `%2e` and `.` lead to the same place. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
