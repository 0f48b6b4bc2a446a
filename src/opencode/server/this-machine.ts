import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Listening on these means all addresses; connecting to them means this machine. */
const unspecified = new BlockList();
unspecified.addSubnet('0.0.0.0', 8, 'ipv4');
unspecified.addAddress('::', 'ipv6');

/** Whether a listener on this name or address is reachable from this machine only. */
export function isLoopback(hostname: string): boolean {
  const bare = bareHost(hostname);
  return bare === 'localhost' || bare.endsWith('.localhost') || isIn(loopback, bare);
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a server is on this machine, judged by the resolved address, since host names have many spellings. */
export async function isThisMachine(url: string): Promise<boolean> {
  const host = bareHost(new URL(url).hostname);
  if (isLoopback(host)) return true;
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => plain(address))),
  );
  return addresses.some((one) => isLoopback(one) || isIn(unspecified, one) || own.has(plain(one)));
}

async function addressesOf(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** Strips the brackets of an IPv6 address and the trailing dot of a name. */
function bareHost(hostname: string): string {
  return hostname
    .replaceAll(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** Normalizes an address, including IPv4-mapped IPv6. */
function plain(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  const spelled = new URL(`http://[${bare}]`).hostname;
  const mapped = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(spelled);
  if (!mapped) return spelled;
  const bytes = mapped.slice(1).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}
