import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type PlannedInstall, planInstall } from '../../../src/manage/registry/plan-install.ts';
import { secretsIn } from '../../../src/model/secrets/plain-secrets.ts';
import { bundleDirectory, keepBundle } from '../../../src/store/bundles/keep-bundle.ts';
import { places } from '../../../src/store/state/places.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { writeZip } from '../../registry/mcpb/support/zip-writer.ts';
import { registryServer } from '../../registry/support/registry-server.ts';
import { listed } from '../../registry/support/sample-servers.ts';
import { target, type Workspace, workspace } from '../support/workspace.ts';

const packed = (name: string): Buffer =>
  readFileSync(new URL(`../../registry/mcpb/support/${name}.mcpb`, import.meta.url));
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A page with releases, which redirects as real ones do. */
async function releases(bytes: Buffer): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/download') response.writeHead(302, { location: '/bundle.mcpb' }).end();
    else if (request.url === '/bundle.mcpb') response.end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Asked {
  readonly bytes?: Buffer;
  readonly identifier?: string;
  readonly fileSha256?: string | undefined;
}

async function planned(place: Workspace, asked: Asked = {}): Promise<PlannedInstall> {
  const { bytes = packed('signed') } = asked;
  const identifier = asked.identifier ?? `${await releases(bytes)}/download`;
  const fileSha256 = 'fileSha256' in asked ? asked.fileSha256 : hashOf(bytes);
  const offered = { registryType: 'mcpb', identifier, transport: { type: 'stdio' }, ...(fileSha256 && { fileSha256 }) };
  const { url } = await registryServer([listed('io.github.acme/hello', { version: '1.2.3', packages: [offered] })]);
  return planInstall(place.host, {
    name: 'io.github.acme/hello',
    registries: [url],
    inputs: new Map([['api_key', ['${HELLO_KEY}']]]),
    targets: [target('canonical:user')],
  });
}

test('a bundle is unpacked when the plan is applied, once, for this user alone', async () => {
  const place = workspace({});
  const { plan, warnings, server } = await planned(place);
  const bundles = `${places(place.host).state}/bundles`;
  expect(existsSync(bundles)).toBe(false);
  expect(warnings.map(({ code }) => code)).toContain('bundle-signed');
  const directory = bundleDirectory(place.host, hashOf(packed('signed')));
  expect(directory.replaceAll('/', '')).toContain(hashOf(packed('signed')));
  expect(secretsIn(server)).toEqual([]);
  expect(server).toMatchObject({
    command: 'node',
    args: [`${directory}/server/index.js`, '--root', `${place.host.home}/Documents`],
    env: { API_KEY: '${HELLO_KEY}', MODE: 'fast' },
    package: { registry: 'mcpb' },
  });
  await applyPlan(place.host, plan);
  expect(readFileSync(`${directory}/server/index.js`, 'utf8')).toContain('hello');
  const modes = ['', '/server', '/server/run.sh', '/server/index.js'].map(
    (name) => statSync(directory + name).mode & 0o7777,
  );
  // Windows has access lists instead, which a directory passes on.
  if (process.platform !== 'win32') expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
  const written = statSync(`${directory}/manifest.json`).ino;
  const bytes = packed('signed');
  const again = [1, 2].map(async () => keepBundle(place.host, hashOf(bytes), []));
  await Promise.all(again);
  expect(statSync(`${directory}/manifest.json`).ino).toBe(written);
  expect(readdirSync(bundles)).toEqual([hashOf(bytes).slice(0, 16)]);
});

test('two processes that unpack the same bundle leave one, and a failure leaves none', async () => {
  const place = workspace({});
  const files = ['a/b/c', 'a/d', 'e'].map((name) => ({ name, isExecutable: false, read: () => Buffer.from(name) }));
  await Promise.all([1, 2, 3].map(async () => keepBundle(place.host, 'f'.repeat(64), files)));
  const bundles = `${places(place.host).state}/bundles`;
  expect(readdirSync(bundles)).toEqual(['f'.repeat(16)]);
  const broken = {
    name: 'z',
    isExecutable: false,
    read: (): Buffer => {
      throw new Error('damaged');
    },
  };
  await expect(keepBundle(place.host, 'e'.repeat(64), [...files, broken])).rejects.toThrow('damaged');
  expect(existsSync(bundleDirectory(place.host, 'e'.repeat(64)))).toBe(false);
  expect(readdirSync(bundles).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test.each<[string, Asked, string]>([
  ['another hash', { fileSha256: 'a'.repeat(64) }, 'hash-differs'],
  ['no hash', { fileSha256: undefined }, 'hash-missing'],
  ['an address without encryption', { identifier: 'http://192.0.2.1/x.mcpb' }, 'address'],
  ['a file of this machine', { identifier: 'file:///etc/passwd' }, 'address'],
  ['a path', { identifier: '/etc/passwd' }, 'address'],
  ['a file that leads out', { bytes: writeZip([{ name: '../evil' }]) }, 'name'],
  ['no manifest', { bytes: writeZip([{ name: 'a' }]) }, 'manifest'],
])('a bundle with %s is refused, and nothing is written', async (_, asked, problem) => {
  const place = workspace({});
  await expect(planned(place, asked)).rejects.toMatchObject({ code: 'registry-bundle-refused', data: { problem } });
  expect(existsSync(`${places(place.host).state}/bundles`)).toBe(false);
});

test('a release that is missing is an error of its own', async () => {
  const identifier = `${await releases(packed('hello'))}/other`;
  await expect(planned(workspace({}), { identifier })).rejects.toMatchObject({ data: { problem: 'unreachable' } });
});
