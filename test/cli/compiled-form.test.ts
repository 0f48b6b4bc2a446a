import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { machine } from './support/machine.ts';
import { serving } from './support/serving.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let place = '';

beforeEach(() => {
  place = mkdtempSync(join(homedir(), 'installed-'));
  cpSync(join(root, 'bin'), join(place, 'bin'), { recursive: true });
  cpSync(join(root, 'dist', 'program'), join(place, 'dist', 'program'));
});

function version(): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(place, 'bin', 'plugboard.js'), '--version'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout;
}

function compiled(): string | undefined {
  const name = readdirSync(join(place, 'dist')).find((file) => file.startsWith('compiled-'));
  return name && join(place, 'dist', name);
}

it('is made by the first run and used by the next, which leaves it alone', () => {
  expect(compiled()).toBeUndefined();
  expect(version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  const file = compiled() as string;
  const before = readFileSync(file);
  expect(version()).toMatch(/^\d/);
  expect(readFileSync(file).equals(before)).toBe(true);
});

it('is neither made nor changed by a gateway at work, which has V8 compile in another way, but used by it', async () => {
  const talkative = join(root, 'test/gateway/servers/talkative.mjs');
  const one = { command: process.execPath, args: [talkative, 'legacy', 'one'] };
  const here = machine({ '~/.cursor/mcp.json': JSON.stringify({ mcpServers: { one } }) });
  const serve = async (work: 'list' | 'call'): Promise<Buffer | undefined> => {
    const gateway = await serving(here, [], join(place, 'bin/plugboard.js'));
    await gateway.request('tools/list');
    if (work === 'call') await gateway.request('tools/call', { name: 'mcp_one_echo', arguments: {} });
    expect(await gateway.end()).toBe(0);
    const file = compiled();
    return file === undefined ? undefined : readFileSync(file);
  };
  expect(await serve('call')).toBeUndefined();
  const made = await serve('list');
  expect(made).toBeDefined();
  for (const work of ['call', 'list'] as const) expect((await serve(work))?.equals(made as Buffer)).toBe(true);
});

it.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['empty', () => Buffer.alloc(0)],
  ['of another kind', () => Buffer.from('{}')],
  [
    'of another Node',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 16_384), Buffer.alloc(bytes.length - 16_384)]),
  ],
])('that is %s is made anew', (_, damage) => {
  version();
  const file = compiled() as string;
  const sound = readFileSync(file);
  writeFileSync(file, damage(sound));
  expect(version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(readFileSync(file).length).toBeGreaterThan(sound.length / 2);
  rmSync(file);
  expect(existsSync(file)).toBe(false);
});
