import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Where a request comes from, and the address that its client used. */
export interface Peer {
  readonly address: string;
  readonly host: string | undefined;
  readonly scheme: 'http' | 'https';
  /** Whether the client runs on this machine. */
  readonly isNear: boolean;
  /** False if the request bypassed the proxy, so its path through the network was not encrypted. */
  readonly isProtected: boolean;
}

/** Throws if an address is invalid. Accepts addresses and ranges such as `10.0.0.0/8`. */
export function addressList(addresses: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const text of addresses) {
    const [address = '', bits, ...rest] = text.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    if (
      rest.length > 0 ||
      isIP(address) === 0 ||
      (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    )
      throw new RangeError(`${text} is not an address or a range of addresses`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Why these cannot be the trusted proxies; undefined if they can. */
export function proxiesFault(addresses: readonly string[]): string | undefined {
  try {
    addressList(addresses);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  // Every client could then claim to be the proxy, to run on this machine and to use encryption.
  const wide = addresses.find(isTooWide);
  return wide === undefined ? undefined : `${wide} is too wide; give the addresses of the proxy`;
}

/** Wider than any private network (10.0.0.0/8, fc00::/7). Two halves of all addresses are all of them too. */
function isTooWide(range: string): boolean {
  const [address = '', bits] = range.split('/');
  // IPv4 addresses as IPv6 ones.
  const least = /^::ffff:/i.test(address) ? 104 : address.includes(':') ? 7 : 8;
  return bits !== undefined && Number(bits) < least;
}

const isLoopback = addressList(['127.0.0.0/8', '::1']);

/** Whether only programs on this machine can connect to a server that listens there. */
export function isLoopbackHost(host: string): boolean {
  return host.toLowerCase() === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''));
}

/** Reads where requests come from. Forwarding headers count only if a trusted proxy sent them. */
export function readPeers(proxies: readonly string[]): (request: IncomingMessage) => Peer {
  const isTrusted = addressList(proxies);
  return ({ socket, headers }) => {
    const direct = plain(socket.remoteAddress ?? '');
    const isEncrypted = 'encrypted' in socket;
    const own = { host: headers.host, scheme: isEncrypted ? ('https' as const) : ('http' as const) };
    if (!isTrusted(direct)) {
      const isNear = isLoopback(direct);
      return { address: direct, ...own, isNear, isProtected: isEncrypted || isNear };
    }
    const address = clientBehind(headers['x-forwarded-for'], direct, isTrusted);
    const [scheme, host] = [last(headers['x-forwarded-proto']), last(headers['x-forwarded-host'])];
    return {
      address,
      host: host ?? own.host,
      scheme: scheme === 'https' || scheme === 'http' ? scheme : own.scheme,
      isNear: isLoopback(address),
      isProtected: true,
    };
  };
}

/** The last address that a trusted proxy did not send for itself: those before it can be invented. */
function clientBehind(
  header: string | string[] | undefined,
  direct: string,
  isTrusted: (address: string) => boolean,
): string {
  const chain = listIn(header).map(plain);
  let address = direct;
  for (const hop of chain.toReversed()) {
    // Anything that is not an address ends the chain, and belongs to no client.
    if (isIP(hop) === 0) return '';
    address = hop;
    if (!isTrusted(hop)) break;
  }
  return address;
}

/** The value that the nearest proxy added. */
function last(header: string | string[] | undefined): string | undefined {
  return listIn(header).at(-1)?.toLowerCase();
}

function listIn(header: string | string[] | undefined): string[] {
  return (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** IPv4 clients of a socket for both families have addresses such as `::ffff:10.0.0.1`. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^\[([\da-f:]+)\](?::\d+)?$/i, '$1');
}
