import { expect, test } from 'vitest';
import type { PackagePlaces } from '../../../src/registry/packages/package-spec.ts';
import { resolvePackage } from '../../../src/registry/packages/resolve-package.ts';
import { places } from './support.ts';

const digest = `sha256:${'a1'.repeat(32)}`;
const at = (url: string): PackagePlaces => ({ fetch, npm: async () => url, pypi: `${url}/simple` });

test('npm: an exact version, a tag, and a scope', async () => {
  const version = { version: '1.2.3', dist: { integrity: 'sha512-abc==' } };
  const { url, asked } = await places({ '/@acme%2fserver/1.2.3': version, '/plain/latest': { version: '2.0.0' } });
  expect(await resolvePackage({ kind: 'npm', name: '@acme/server@1.2.3' }, at(url))).toEqual({
    version: '1.2.3',
    integrity: 'sha512-abc==',
  });
  expect(await resolvePackage({ kind: 'npm', name: 'plain' }, at(`${url}/`))).toEqual({ version: '2.0.0' });
  expect(asked).toEqual(['GET /@acme%2fserver/1.2.3', 'GET /plain/latest']);
});

test('pypi: every file of the version', async () => {
  const file = (filename: string, sha256: string): object => ({ filename, hashes: { sha256 } });
  const { url } = await places({
    '/simple/acme-mcp/': {
      versions: ['1.0', '1.1'],
      files: [
        file('acme_mcp-1.0.tar.gz', 'old'),
        file('acme_mcp-1.1-py3-none-any.whl', 'bb'),
        file('acme_mcp-1.1.tar.gz', 'aa'),
      ],
    },
  });
  const both = { version: '1.1', integrity: 'sha256:aa sha256:bb' };
  expect(await resolvePackage({ kind: 'pypi', name: 'Acme_MCP' }, at(url))).toEqual(both);
  expect(await resolvePackage({ kind: 'pypi', name: 'acme.mcp[cli]==1.1' }, at(url))).toEqual(both);
  expect(await resolvePackage({ kind: 'pypi', name: 'acme-mcp@1.0' }, at(url))).toMatchObject({
    integrity: 'sha256:old',
  });
});

test('oci: the digest of a tag, with a token that anyone gets', async () => {
  const found = await places({
    '/v2/acme/mcp/manifests/1.0': (request, response) => {
      const isKnown = request.headers.authorization === 'Bearer anyone';
      const challenge = `Bearer realm="http://${request.headers.host}/token",service="s",scope="repository:acme/mcp:pull"`;
      if (isKnown) response.writeHead(200, { 'docker-content-digest': digest }).end();
      else response.writeHead(401, { 'www-authenticate': challenge }).end();
    },
    '/token': { token: 'anyone' },
  });
  const image = `${found.url.slice('http://'.length)}/acme/mcp:1.0`;
  expect(await resolvePackage({ kind: 'oci', name: image }, at(found.url))).toEqual({
    version: digest,
    integrity: digest,
  });
  expect(found.asked[1]).toContain('/token?service=s&scope=repository%3Aacme%2Fmcp%3Apull');
  expect(await resolvePackage({ kind: 'oci', name: `acme/mcp@${digest}` }, at('http://127.0.0.1:9'))).toMatchObject({
    version: digest,
  });
});

test('oci: no token is asked for at another host', async () => {
  const { url, asked } = await places({
    '/v2/a/b/manifests/latest': (_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="http://evil.test/token"' }).end(),
  });
  await expect(resolvePackage({ kind: 'oci', name: `${url.slice(7)}/a/b` }, at(url))).rejects.toThrow(
    'requires a sign-in',
  );
  expect(asked).toHaveLength(1);
});

test.each([
  ['npm', 'github:evil/x', 'is not a name'],
  ['npm', 'missing', '404'],
  ['npm', 'odd', 'JSON'],
  ['npm', 'empty', 'has no'],
  ['pypi', 'git+https://x.test/a', 'is not a name'],
  ['pypi', 'missing', '404'],
  ['oci', 'acme/mcp', 'names no registry'],
  ['nuget', 'A', 'NuGet'],
] as const)('%s %s cannot be looked up', async (kind, name, why) => {
  const { url } = await places({ '/odd/latest': (_, response) => response.end('<html>'), '/empty/latest': {} });
  await expect(resolvePackage({ kind, name }, at(url))).rejects.toThrow(why);
});

test('an unreachable place, and none at all', async () => {
  await expect(resolvePackage({ kind: 'npm', name: 'a' }, at('http://127.0.0.1:9'))).rejects.toThrow(
    'cannot be reached',
  );
  const nowhere: PackagePlaces = { fetch, npm: async () => undefined };
  await expect(resolvePackage({ kind: 'npm', name: 'a' }, nowhere)).rejects.toThrow('npm config get registry');
  await expect(resolvePackage({ kind: 'pypi', name: 'a' }, nowhere)).rejects.toThrow('UV_DEFAULT_INDEX');
});
