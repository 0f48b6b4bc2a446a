import { describe, expect, it } from 'vitest';
import { definitionKey } from '../../../src/runtime/tools/pins/definition-key.ts';
import { readListing, writeListing } from '../../../src/runtime/tools/tool-cache.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { memoryCache } from './support/memory-cache.ts';

const toRun: ServerToRun = {
  name: 'files',
  server: { command: 'npx', args: ['files', '--root', '.'], env: { TOKEN: '${TOKEN}', A: '1' } },
};
const origin = { file: '/p/.mcp.json', client: 'claude-code', scope: 'project', project: '/p' } as const;

describe('definitionKey', () => {
  it.each<[string, ServerToRun]>([
    ['another name', { ...toRun, name: 'other' }],
    [
      'another order of keys',
      { ...toRun, server: { env: { A: '1', TOKEN: '${TOKEN}' }, args: ['files', '--root', '.'], command: 'npx' } },
    ],
    ['a transport that was clear anyway', { ...toRun, server: { ...toRun.server, transport: 'stdio' } }],
    ['another timeout', { ...toRun, server: { ...toRun.server, timeout: 5 } }],
    ['another filter', { ...toRun, server: { ...toRun.server, tools: { deny: ['x'] } } }],
    ['another file of the user', { ...toRun, origin: { file: '/home/.x.json', client: 'x', scope: 'user' } }],
  ])('is the same with %s', (_, other) => {
    expect(definitionKey(other)).toBe(definitionKey(toRun));
  });

  it.each<[string, ServerToRun]>([
    ['another command', { ...toRun, server: { ...toRun.server, command: 'bunx' } }],
    ['another order of arguments', { ...toRun, server: { ...toRun.server, args: ['--root', 'files', '.'] } }],
    ['another reference', { ...toRun, server: { ...toRun.server, env: { TOKEN: '${OTHER}', A: '1' } } }],
    ['another folder', { ...toRun, server: { ...toRun.server, cwd: '/x' } }],
    ['a field nobody knows', { ...toRun, server: { ...toRun.server, envFile: '.env' } }],
    ['another project', { ...toRun, origin }],
  ])('is another one with %s', (_, other) => {
    expect(definitionKey(other)).not.toBe(definitionKey(toRun));
  });

  it('holds nothing of the definition', () => {
    expect(definitionKey(toRun)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('readListing', () => {
  const listing = {
    at: new Date('2026-11-16T03:00:00Z'),
    info: { name: 'files', version: '1.0.0', protocol: '2025-11-25', instructions: 'Hi' },
    items: [{ name: 'read', 'x-more': 1 }],
  };

  it('gives back what was written, for each kind and definition', async () => {
    const cache = memoryCache();
    await writeListing(cache, toRun, 'tools', listing);
    expect(await readListing(cache, toRun, 'tools')).toEqual(listing);
    expect(await readListing(cache, { ...toRun, name: 'renamed' }, 'tools')).toEqual(listing);
    expect(await readListing(cache, toRun, 'prompts')).toBeUndefined();
    expect(await readListing(cache, { ...toRun, origin }, 'tools')).toBeUndefined();
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [[]],
    [{ format: 2, at: '2026-11-16T03:00:00Z', items: [] }],
    [{ format: 1, at: 'yesterday', items: [] }],
    [{ format: 1, items: [] }],
    [{ format: 1, at: '2026-11-16T03:00:00Z', items: {} }],
    [{ format: 1, at: '2026-11-16T03:00:00Z', items: ['read'] }],
  ])('takes %j for nothing', async (value) => {
    const cache = { read: async () => value as unknown, write: async () => undefined };
    expect(await readListing(cache, toRun, 'tools')).toBeUndefined();
  });

  it('does without information that is not there', async () => {
    const value = { format: 1, at: '2026-11-16T03:00:00Z', info: { name: 5, version: '1' }, items: [] };
    const cache = { read: async () => value, write: async () => undefined };
    expect((await readListing(cache, toRun, 'tools'))?.info).toEqual({ version: '1' });
  });
});
