import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { machine } from '../cli/support/machine.ts';
import { certificate, hasOpenssl } from '../gateway/http/support/certificate.ts';
import { isDeep } from '../support/deep.ts';
import { root } from './support/packed.ts';

const image = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
const [, health = ''] = /^HEALTHCHECK .*? CMD (.*)$/m.exec(image) ?? [];

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** The exit code of the health check of the image, for a gateway on another port. */
async function healthAt(port: number): Promise<number | null> {
  const [command, ...args] = JSON.parse(health.replace('7420', String(port))) as string[];
  expect(command).toBe('node');
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

describe('the health check of the image', () => {
  it.each([
    [200, 0],
    [503, 1],
  ])('exits for status %i with %i', async (status, code) => {
    const port = await portOf(createServer((_, response) => response.writeHead(status).end()));
    expect(await healthAt(port)).toBe(code);
  });

  it.skipIf(!hasOpenssl)('accepts the certificate of the gateway, made for another address (openssl)', async () => {
    const { cert, key } = certificate('mcp.example.com');
    const port = await portOf(createSecureServer({ cert, key }, (_, response) => response.writeHead(200).end()));
    expect(await healthAt(port)).toBe(0);
  });

  it('fails if nothing listens', async () => {
    const server = createServer();
    const port = await portOf(server);
    server.close();
    expect(await healthAt(port)).toBe(1);
  });
});

it('finds servers where the image says that they are', () => {
  const here = machine({ 'config/plugboard/plugboard.json': '{ "servers": { "files": { "command": "node" } } }' });
  const [, settings = ''] = /^ENV (.*)$/m.exec(image) ?? [];
  const pairs = settings.split(' ').map((pair) => pair.split('='));
  const env = Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, value.startsWith('/') ? here.path(value.slice(1)) : value]),
  );
  expect(image).toContain('at /config/plugboard;');
  expect(here.ask(['list'], { env }).data.servers).toMatchObject([{ name: 'files' }]);
});

it('is packed without older packages that lie around, of which only one could be moved', () => {
  expect(image).toContain('mv plugboard-*.tgz ');
  expect(readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')).toContain('*.tgz');
});

// It installs all packages and checks all types. git lists the sources to begin with.
it.runIf(isDeep && existsSync(join(root, '.git')))(
  'is packed from sources alone, without git and without installed packages (test:deep)',
  { timeout: 600_000 },
  () => {
    const sources = mkdtempSync(join(homedir(), 'sources-'));
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
    for (const file of listed.toString().trim().split('\n')) cpSync(join(root, file), join(sources, file));
    const [, pack = ''] = /^RUN (.*?) && mv plugboard-\*\.tgz /m.exec(image) ?? [];
    expect(pack).not.toBe('');
    execFileSync('sh', ['-c', pack], { cwd: sources });
    expect(readdirSync(sources).filter((name) => name.endsWith('.tgz'))).toHaveLength(1);
  },
);
