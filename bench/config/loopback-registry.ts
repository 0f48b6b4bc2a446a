import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A package that no registry has yet: its manifest, and the bytes of its tarball. */
export interface UnpublishedPackage {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: Buffer;
}

export interface LoopbackRegistry {
  readonly url: string;
  close(): void;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

interface Packument {
  readonly versions?: Readonly<Record<string, { readonly dist: { tarball: string } }>>;
}

/**
 * A registry on this machine, which has the package and passes on everything else from the registry that npm is set to.
 * It keeps each answer, so from the second round on the network plays no part.
 */
export async function startLoopbackRegistry(upstream: string, own: UnpublishedPackage): Promise<LoopbackRegistry> {
  const answers = new Map<string, Promise<Answer>>();
  const server = createServer((request, response) => {
    void answer(request.url ?? '/', response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answers.set(`/${own.manifest.name}`, Promise.resolve(json(packumentOf(own, url))));
  answers.set(
    `/${tarballName(own)}`,
    Promise.resolve({ status: 200, type: 'application/octet-stream', body: own.tarball }),
  );

  async function answer(path: string, response: ServerResponse): Promise<void> {
    const kept = answers.get(path) ?? ask(path);
    answers.set(path, kept);
    try {
      send(response, await kept);
    } catch (error) {
      answers.delete(path);
      send(response, { status: 502, type: 'text/plain', body: Buffer.from(String(error)) });
    }
  }

  async function ask(path: string): Promise<Answer> {
    const from = await fetch(new URL(path, upstream), {
      headers: { accept: 'application/vnd.npm.install-v1+json, */*' },
    });
    const type = from.headers.get('content-type') ?? 'application/octet-stream';
    const body = Buffer.from(await from.arrayBuffer());
    if (!from.ok || !type.includes('json')) return { status: from.status, type, body };
    const packument = JSON.parse(body.toString()) as Packument;
    for (const { dist } of Object.values(packument.versions ?? {})) dist.tarball = url + new URL(dist.tarball).pathname;
    return json(packument);
  }

  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body);
}

function json(value: unknown): Answer {
  return { status: 200, type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

function packumentOf(own: UnpublishedPackage, url: string): unknown {
  const { manifest, tarball } = own;
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  return {
    name: manifest.name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist: { integrity, tarball: `${url}/${tarballName(own)}` } } },
  };
}

function tarballName({ manifest }: UnpublishedPackage): string {
  return `${manifest.name}/-/${manifest.name}-${manifest.version}.tgz`;
}
