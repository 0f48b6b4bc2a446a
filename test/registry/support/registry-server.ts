import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Listed } from './sample-servers.ts';

export interface RegistryServer {
  readonly url: string;
  /** Paths with queries, in order. */
  readonly asked: string[];
  /** What is listed; tests change it. */
  entries: Listed[];
  /** Answers instead of the registry; return false to let it answer. */
  intercept?: ((request: IncomingMessage, response: ServerResponse, url: URL) => boolean) | undefined;
  close(): void;
}

interface Official {
  readonly status: string;
  readonly isLatest: boolean;
  readonly updatedAt: string;
}

/** A registry on this machine that speaks the published API: pages, `updated_since`, versions and ETags. */
export async function registryServer(entries: readonly Listed[], isScoped = true): Promise<RegistryServer> {
  const registry: RegistryServer = { url: '', asked: [], entries: [...entries], close: () => void server.close() };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    registry.asked.push(`${url.pathname}${decodeURIComponent(url.search)}`);
    if (registry.intercept?.(request, response, url)) return;
    answer(registry, request, response, url);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (isScoped)
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
  return Object.assign(registry, { url: address });
}

function answer(registry: RegistryServer, request: IncomingMessage, response: ServerResponse, url: URL): void {
  const [, , servers, name, , version] = url.pathname.split('/').map(decodeURIComponent);
  if (servers !== 'servers') return send(request, response, 404, { error: 'Not found' });
  if (name === undefined) return send(request, response, 200, page(registry, url.searchParams));
  const all = registry.entries.filter(({ server }) => server.name === name);
  if (version === undefined) {
    if (all.length === 0) return send(request, response, 404, { error: 'Server not found' });
    return send(request, response, 200, { servers: all, metadata: { count: all.length } });
  }
  const found = all.find((one) => (version === 'latest' ? official(one).isLatest : one.server.version === version));
  return send(request, response, found ? 200 : 404, found ?? { error: 'Server not found' });
}

function page({ entries }: RegistryServer, query: URLSearchParams): unknown {
  const since = query.get('updated_since');
  const limit = Number(query.get('limit') ?? 30);
  const matching = entries
    .filter((one) => (since === null ? official(one).status !== 'deleted' : official(one).updatedAt >= since))
    .filter((one) => query.get('version') !== 'latest' || official(one).isLatest)
    .filter((one) => one.server.name.includes(query.get('search') ?? ''))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const cursor = query.get('cursor');
  const start = cursor === null ? 0 : matching.findIndex((one) => keyOf(one) > cursor);
  const servers = start === -1 ? [] : matching.slice(start, start + limit);
  const last = servers.at(-1);
  const isMore = last !== undefined && start + limit < matching.length;
  return { servers, metadata: { count: servers.length, ...(isMore && { nextCursor: keyOf(last) }) } };
}

function keyOf({ server }: Listed): string {
  return `${server.name}:${server.version}`;
}

function official({ _meta }: Listed): Official {
  return (_meta?.['io.modelcontextprotocol.registry/official'] ?? {}) as Official;
}

function send(request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const etag = `"${createHash('sha1').update(text).digest('hex')}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(status, { 'content-type': 'application/json', etag }).end(text);
}
