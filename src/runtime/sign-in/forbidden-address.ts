import { BlockList, isIP } from 'node:net';

type Subnet = readonly [address: string, prefix: number];

const loopback = blockList([['127.0.0.0', 8]], [['::1', 128]]);

const privateNetworks = blockList(
  [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
  ],
  [
    ['fc00::', 7],
    ['fec0::', 10],
  ],
);

/** Never needed for signing in: the local network, metadata services, and encodings that bypass these lists. */
const never = blockList(
  [
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
    // Cloud metadata services, which expose secrets.
    ['100.100.100.200', 32],
    ['168.63.129.16', 32],
  ],
  [
    ['::', 96],
    ['fe80::', 10],
    ['ff00::', 8],
    ['fd00:ec2::254', 128],
    // Addresses that embed another address.
    ['64:ff9b:1::', 48],
    ['2001::', 32],
    ['2002::', 16],
    ['2001:db8::', 32],
    ['100::', 64],
  ],
);

const translated = blockList([], [['64:ff9b::', 96]]);

export interface Reach {
  /** This machine. */
  readonly loopback: boolean;
  /** Company and home networks. */
  readonly privateNetworks: boolean;
}

/** Why an address must not be contacted; undefined if it may be. */
export function forbidden(address: string, reach: Reach): string | undefined {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  // NAT64: networks without IPv4 use such addresses.
  if (translated.check(address, family)) return forbidden(lastFourBytes(address), reach);
  if (loopback.check(address, family)) return reach.loopback ? undefined : 'it is this machine';
  if (never.check(address, family)) return 'it is a special address';
  if (privateNetworks.check(address, family)) return reach.privateNetworks ? undefined : 'it is in a private network';
  return undefined;
}

/** The embedded IPv4 address. */
function lastFourBytes(address: string): string {
  // Normalized by `URL`: no dots, no leading zeros.
  const spelled = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const groups = spelled.split(':').slice(-2);
  const bytes = groups.flatMap((group) => {
    const value = Number.parseInt(group || '0', 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}

/** Why a browser must not be sent to a host, judging by its name only. */
export function forbiddenHost(hostname: string, reach: Reach): string | undefined {
  const bare = bareHost(hostname);
  if (isIP(bare) !== 0) return forbidden(bare, reach);
  return isLoopbackName(bare) && !reach.loopback ? 'it is this machine' : undefined;
}

/** Without brackets and without a trailing dot. */
function bareHost(hostname: string): string {
  return hostname.replaceAll(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Whether a name always refers to this machine. */
export function isLoopbackName(hostname: string): boolean {
  const bare = bareHost(hostname);
  if (isIP(bare) !== 0) return loopback.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
  return bare === 'localhost' || bare.endsWith('.localhost');
}

function blockList(ipv4: readonly Subnet[], ipv6: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ipv4) list.addSubnet(address, prefix, 'ipv4');
  for (const [address, prefix] of ipv6) list.addSubnet(address, prefix, 'ipv6');
  return list;
}
