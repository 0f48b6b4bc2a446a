import { isMap } from '../../model/value.ts';
import { askFor, PackageLookupError, type PackagePlaces, type ResolvedPackage } from './package-spec.ts';

const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** The digest of an image. One that is named by its digest needs no question. */
export async function resolveImage(image: string, places: PackagePlaces): Promise<ResolvedPackage> {
  const named = /@(sha256:[0-9a-f]{64})$/.exec(image)?.[1];
  if (named !== undefined) return { version: named, integrity: named };
  const [, host = '', name = '', tag = 'latest'] =
    /^((?:[\w-]+\.[\w.-]+|localhost|127\.0\.0\.1)(?::\d+)?)\/([\w./-]+?)(?::([\w.-]+))?$/.exec(image) ?? [];
  if (host === '') throw new PackageLookupError(`${image} names no registry; name it, or use a digest`);
  const scheme = /^(?:localhost|127\.0\.0\.1)(?::|$)/.test(host) ? 'http' : 'https';
  const url = `${scheme}://${host}/v2/${name}/manifests/${tag}`;
  const ask = async (authorization?: string): Promise<Response> => {
    const headers = { accept: MANIFESTS, ...(authorization !== undefined && { authorization }) };
    const { signal } = places;
    return places.fetch(url, { method: 'HEAD', headers, ...(signal && { signal }) }).catch((error: unknown) => {
      throw new PackageLookupError(`${host} cannot be reached: ${(error as Error).message}`);
    });
  };
  const first = await ask();
  const response = first.status === 401 ? await ask(await anonymousToken(first, host, places)) : first;
  const digest = response.headers.get('docker-content-digest');
  if (!response.ok || digest === null || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new PackageLookupError(`${host} has no ${image} (${response.status})`);
  return { version: digest, integrity: digest };
}

/** Public images need a token that anyone gets. It is only asked for at the registry's own host. */
async function anonymousToken(refused: Response, host: string, places: PackagePlaces): Promise<string> {
  const challenge = refused.headers.get('www-authenticate') ?? '';
  const parts = new Map([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]));
  const realm = parts.get('realm') ?? '';
  const [own, asked] = [host.split(':')[0] ?? '', URL.canParse(realm) ? new URL(realm).hostname : ''];
  const isOwn = asked !== '' && domainOf(asked) === domainOf(own);
  if (!/^Bearer /i.test(challenge) || !isOwn) throw new PackageLookupError(`${host} requires a sign-in`);
  const url = new URL(realm);
  for (const key of ['service', 'scope']) if (parts.has(key)) url.searchParams.set(key, parts.get(key) ?? '');
  const found = await askFor(places, url.href, { accept: 'application/json' });
  const token = isMap(found) ? (found['token'] ?? found['access_token']) : undefined;
  if (typeof token !== 'string') throw new PackageLookupError(`${host} requires a sign-in`);
  return `Bearer ${token}`;
}

function domainOf(host: string): string {
  return /^\d/.test(host) ? host : host.split('.').slice(-2).join('.');
}
