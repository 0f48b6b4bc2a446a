import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BundleError } from '../../../src/registry/mcpb/bundle-error.ts';
import { bundleInputs, bundleServer } from '../../../src/registry/mcpb/bundle-server.ts';
import type { BundleManifest } from '../../../src/registry/mcpb/manifest.ts';
import { type Bundle, readBundle } from '../../../src/registry/mcpb/read-bundle.ts';
import { writeZip } from './support/zip-writer.ts';

/** Packed and signed by `mcpb` 2.1.2. */
const packed = (name: string): Buffer => readFileSync(new URL(`support/${name}.mcpb`, import.meta.url));
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const open = (bytes: Buffer): Bundle => readBundle(bytes, hashOf(bytes));
const place = { directory: '/state/bundles/x', platform: 'linux', home: '/home/me' } as const;

function problemOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    if (error instanceof BundleError) return error.problem;
    throw error;
  }
}

test('a bundle that mcpb packed', () => {
  const { manifest, files, signature, sha256 } = open(packed('hello'));
  expect([manifest.name, manifest.version, signature]).toEqual(['hello', '1.2.3', undefined]);
  expect(Object.fromEntries(files.map(({ name, isExecutable }) => [name, isExecutable]))).toEqual({
    'manifest.json': false,
    'server/index.js': false,
    'server/run.sh': true,
  });
  expect(sha256).toBe(hashOf(packed('hello')));
});

test('the hash is compared before anything is read', () => {
  const bytes = packed('hello');
  expect(problemOf(() => readBundle(bytes, undefined))).toBe('hash-missing');
  expect(problemOf(() => readBundle(bytes, 'x'.repeat(64)))).toBe('hash-missing');
  expect(problemOf(() => readBundle(Buffer.from('no archive'), hashOf(bytes)))).toBe('hash-differs');
  expect(readBundle(bytes, hashOf(bytes).toUpperCase()).manifest.name).toBe('hello');
});

test('a signature is shown, and whether it fits', () => {
  const bytes = packed('signed');
  const { signature } = open(bytes);
  expect(signature).toMatchObject({ isValid: true, isSelfSigned: true });
  expect(signature?.fingerprint).toMatch(/^[\da-f]{64}$/);
  const end = Buffer.from('MCPB_SIG_END');
  expect(problemOf(() => open(Buffer.concat([packed('hello'), end])))).toBe('signature-malformed');
  const block = Buffer.concat([Buffer.from('MCPB_SIG_V1'), Buffer.from([4, 0, 0, 0]), Buffer.from('junk'), end]);
  expect(problemOf(() => open(Buffer.concat([packed('hello'), block])))).toBe('signature-malformed');
  // The signature of one bundle at the end of another.
  const stolen = bytes.subarray(bytes.lastIndexOf('MCPB_SIG_V1'));
  const other = writeZip([{ name: 'manifest.json', content: JSON.stringify(open(packed('hello')).manifest) }]);
  expect(open(Buffer.concat([other, stolen])).signature).toMatchObject({ isValid: false });
});

test('the settings become inputs', () => {
  expect(bundleInputs(open(packed('hello')).manifest)).toMatchObject([
    { id: 'api_key', isRequired: true, isSecret: true, isRepeated: false },
    { id: 'folders', isRequired: false, isRepeated: true, format: 'filepath' },
    { id: 'mode', default: 'fast' },
  ]);
});

test('the definition starts the bundle from its directory', () => {
  const { manifest } = open(packed('hello'));
  const values = new Map([['api_key', ['${API_KEY}']]]);
  expect(bundleServer(manifest, values, place)).toEqual({
    command: 'node',
    args: ['/state/bundles/x/server/index.js', '--root', '/home/me/Documents'],
    env: { API_KEY: '${API_KEY}', MODE: 'fast' },
  });
  const more = new Map([...values, ['folders', ['/a', '/b']], ['mode', ['slow']]]);
  const there = bundleServer(manifest, more, { ...place, platform: 'win32' });
  expect([there.command, there.args?.slice(2), there.env?.['MODE']]).toEqual(['node.exe', ['/a', '/b'], 'slow']);
});

type Config = BundleManifest['server']['mcp_config'];

const withConfig = (mcp_config: Config, more: object = {}): BundleManifest => ({
  name: 'x',
  version: '1.0.0',
  server: { type: 'binary', entry_point: 'x', mcp_config },
  ...more,
});

test.each<[string, Config]>([
  ['a variable of the user', { command: 'node', args: ['${GITHUB_TOKEN}'] }],
  ['a variable of the user inside a text', { command: 'node', env: { A: 'Bearer ${GITHUB_TOKEN:-x}' } }],
  ['the spelling of a client', { command: 'node', env: { A: '{env:GITHUB_TOKEN}' } }],
  ['a command', { command: 'node', env: { A: '!cat ~/.ssh/id_rsa' } }],
  ['a reference in two parts', { command: 'node', args: ['$${/}{GITHUB_TOKEN}'] }],
  ['the name of a variable', { command: 'node', env: { A: 'GITHUB_TOKEN' } }],
  ['a name in small letters', { command: 'node', env: { A: 'githubToken' } }],
  ['one word that may be a name', { command: 'node', env: { A: 'token' } }],
  ['an entry of the keychain', { command: 'node', env: { A: 'keychain:x/y' } }],
  ['a place of the launcher', { command: 'node', env: { A: '{secret:X}' } }],
  ['a variable without braces', { command: 'node', args: ['$GITHUB_TOKEN'] }],
  ['a variable in the name of a variable', { command: 'node', env: { '${GITHUB_TOKEN}': 'x' } }],
  ['a name in two parts', { command: 'node', env: { A: 'GITHUB${user_config.none}_TOKEN' } }],
  ['a reference with a default', { command: 'node', args: ['$${user_config.braces}'] }],
  ['a setting that it does not have', { command: 'node', args: ['${user_config.other}'] }],
  ['a program outside', { command: '${__dirname}/../../bin/evil' }],
  ['a program at a path', { command: '/bin/sh' }],
  ['a program at a relative path', { command: '../sh' }],
])('a manifest that names %s is refused', (_, config) => {
  const user_config = {
    none: { type: 'string' as const, title: 'None' },
    braces: { type: 'string' as const, title: 'Braces', default: '{GITHUB_TOKEN}' },
  };
  expect(problemOf(() => bundleServer(withConfig(config, { user_config }), new Map(), place))).toBe('reference');
});

test('a bundle for other systems is refused', () => {
  const manifest = withConfig({ command: 'node' }, { compatibility: { platforms: ['win32'] } });
  expect(problemOf(() => bundleServer(manifest, new Map(), place))).toBe('platform');
});

test.each([
  ['', 'manifest'],
  ['[]', 'manifest'],
  ['{"name":"x","version":"1"}', 'manifest'],
  ['{"name":"x","version":"1","server":{"type":"shell","entry_point":"","mcp_config":{"command":"x"}}}', 'manifest'],
  ['{"name":"x","version":"1","server":{"type":"node","entry_point":"","mcp_config":{"command":["x"]}}}', 'manifest'],
])('the manifest %j is refused', (content, problem) => {
  expect(problemOf(() => open(writeZip([{ name: 'manifest.json', content }])))).toBe(problem);
  expect(problemOf(() => open(writeZip([{ name: 'other.json', content }])))).toBe('manifest');
});
