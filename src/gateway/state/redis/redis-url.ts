import { PlugboardError } from '../../../model/diagnostics/error.ts';

/** What a state URL says. */
export interface RedisTarget {
  readonly kind: 'single' | 'sentinel' | 'cluster';
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  readonly database: number;
  /** Name of the monitored primary, with Sentinel. */
  readonly primary: string;
  /** Start of all keys and channels. */
  readonly prefix: string;
}

const URL_FORM =
  /^redis(?<tls>s)?(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<nodes>[^/?#]+)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/;

const ports = { single: 6379, sentinel: 26_379, cluster: 6379 } as const;

export function isRedisUrl(text: string): boolean {
  return /^rediss?(?:\+[a-z]+)?:/.test(text);
}

/**
 * Parses `redis[s]://[user:password@]host[:port][/database]`, `redis[s]+sentinel://…host,host/primary[/database]` and
 * `redis[s]+cluster://…host,host`, each with an optional `?prefix=`.
 */
export function readRedisUrl(text: string): RedisTarget {
  const groups = URL_FORM.exec(text)?.groups;
  if (!groups) throw invalid('the form is redis://user:password@host:port/database');
  const kind = (groups['kind'] ?? 'single') as RedisTarget['kind'];
  const nodes = (groups['nodes'] ?? '').split(',').map((node) => readNode(node, ports[kind]));
  if (kind === 'single' && nodes.length > 1) throw invalid('several hosts need redis+sentinel:// or redis+cluster://');
  const [username, password] = [groups['user'], groups['password']].map((part) => (part ? decode(part) : undefined));
  return {
    kind,
    nodes,
    tls: groups['tls'] !== undefined,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...readPath(kind, groups['path'] ?? ''),
    prefix: readPrefix(groups['query'] ?? ''),
  };
}

function readPath(kind: RedisTarget['kind'], text: string): Pick<RedisTarget, 'database' | 'primary'> {
  const path = text.split('/').filter(Boolean).map(decode);
  const primary = kind === 'sentinel' ? path.shift() : '';
  if (primary === undefined) throw invalid('redis+sentinel:// needs the name of the primary after the hosts');
  const database = Number(path[0] ?? 0);
  if (path.length > 1 || !Number.isInteger(database) || database < 0) throw invalid('the database must be a number');
  if (kind === 'cluster' && database !== 0) throw invalid('a cluster has only database 0');
  return { database, primary };
}

function readPrefix(text: string): string {
  const query = new URLSearchParams(text);
  const unknown = [...query.keys()].find((key) => key !== 'prefix');
  if (unknown !== undefined) throw invalid(`unknown parameter ${unknown}`);
  const prefix = query.get('prefix') ?? 'plugboard';
  if (/^[\w.-]{1,64}$/.test(prefix)) return prefix;
  throw invalid('prefix may contain letters, digits, dots, hyphens and underscores');
}

function readNode(text: string, defaultPort: number): { host: string; port: number } {
  const match = /^(?<host>\[[\da-f:.]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/i.exec(text.trim())?.groups;
  const port = Number(match?.['port'] ?? defaultPort);
  if (!match || port < 1 || port > 65_535) throw invalid('a host is invalid');
  return { host: (match['host'] ?? '').replaceAll(/[[\]]/g, ''), port };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('a percent escape is invalid');
  }
}

/** The URL may contain a password, so the message does not repeat it. */
function invalid(reason: string): PlugboardError {
  return new PlugboardError('usage', { message: `The URL of the shared state is invalid: ${reason}.` });
}
