import { describe, expect, it } from 'vitest';
import { clients } from '../../src/clients/registry.ts';
import { translate } from '../../src/manage/translation/translate.ts';

// The mapping between the canonical format, Claude Code and OpenCode, example by example. Where the real programs use
// other words than the mapping once said (`type` for `transport`, `enabled` for `disabled`) both are read and the real
// one is written: docs/decisions/0006-the-real-client-wins.md.
const { canonical, 'claude-code': claude, opencode } = clients;

const json = (value: unknown): string => JSON.stringify(value);
const parsed = (text: string): unknown => JSON.parse(text);

const github = {
  command: 'npx',
  args: ['-y', '@modelcontextprotocol/server-github'],
  env: { GITHUB_TOKEN: 'a-token' },
};
const gateway = { url: 'https://api.example.com/mcp/v1', headers: { Authorization: 'Bearer a-token' } };

describe('a local server', () => {
  const source = json({ servers: { github: { name: 'github', ...github, transport: 'stdio' } } });

  it('goes to Claude Code', async () => {
    const { text, losses } = await translate(source, canonical, claude, { scope: 'project' });
    expect(parsed(text)).toEqual({ mcpServers: { github: { type: 'stdio', ...github } } });
    expect(losses).toEqual([]);
  });

  it('comes back from Claude Code in both spellings of its type', async () => {
    for (const key of ['type', 'transport']) {
      const { servers } = await translate(
        json({ mcpServers: { github: { ...github, [key]: 'stdio' } } }),
        claude,
        canonical,
      );
      expect(servers).toEqual({ github: { ...github, transport: 'stdio' } });
    }
  });

  it('goes to OpenCode with its command in one list, and comes back', async () => {
    const { text } = await translate(source, canonical, opencode);
    expect(parsed(text)).toEqual({
      mcp: {
        github: {
          type: 'local',
          command: ['npx', '-y', '@modelcontextprotocol/server-github'],
          environment: github.env,
        },
      },
    });
    const { servers } = await translate(text, opencode, canonical);
    expect(servers).toEqual({ github: { ...github, transport: 'stdio' } });
  });
});

describe('a remote server', () => {
  const source = json({ servers: { gateway: { name: 'gateway', ...gateway, transport: 'sse' } } });

  it('keeps its transport in Claude Code', async () => {
    const { text } = await translate(source, canonical, claude, { scope: 'project' });
    expect(parsed(text)).toEqual({ mcpServers: { gateway: { type: 'sse', ...gateway } } });
  });

  it('is called remote in OpenCode, which cannot tell sse from http', async () => {
    const { text, losses } = await translate(source, canonical, opencode);
    expect(parsed(text)).toEqual({ mcp: { gateway: { type: 'remote', ...gateway } } });
    expect(losses).toEqual([expect.objectContaining({ field: 'transport', client: 'opencode', action: 'mapped' })]);
  });
});

describe('platforms', () => {
  const source = json({
    servers: { tools: { command: '/usr/local/bin/tools', transport: 'stdio', platforms: ['darwin'] } },
  });

  it('survive in a Claude Code file, without effect', async () => {
    const { text, losses } = await translate(source, canonical, claude, { scope: 'project' });
    expect(parsed(text)).toEqual({
      mcpServers: { tools: { type: 'stdio', command: '/usr/local/bin/tools', platforms: ['darwin'] } },
    });
    expect(losses.map(({ field, action }) => [field, action])).toEqual([['platforms', 'dropped']]);
  });

  it('are lost in OpenCode, and that is said', async () => {
    const { text, losses } = await translate(source, canonical, opencode);
    expect(parsed(text)).toEqual({ mcp: { tools: { type: 'local', command: ['/usr/local/bin/tools'] } } });
    expect(losses.map(({ field, action }) => [field, action])).toEqual([['platforms', 'dropped']]);
  });
});

describe('a switched-off server', () => {
  it.each([{ enabled: false }, { disabled: true }])(
    'is understood from OpenCode as %j and written as enabled',
    async (off) => {
      const source = json({ mcp: { x: { type: 'local', command: ['x'], ...off } } });
      const { servers, text: between } = await translate(source, opencode, canonical);
      expect(servers).toEqual({ x: { transport: 'stdio', command: 'x', disabled: true } });
      const { text } = await translate(between, canonical, opencode);
      expect(parsed(text)).toEqual({ mcp: { x: { type: 'local', command: ['x'], enabled: false } } });
    },
  );
});

describe('unknown fields', () => {
  const test = { command: 'test-cmd', future_feature: 'some value' };

  it.each([
    ['the canonical format', canonical, { servers: { test } }],
    ['Claude Code', claude, { mcpServers: { test: { type: 'stdio', ...test } } }],
    ['OpenCode', opencode, { mcp: { test: { type: 'local', command: ['test-cmd'], future_feature: 'some value' } } }],
  ])('survive a round trip through %s', async (_name, client, document) => {
    const { text } = await translate(json(document), client, client, { scope: 'project' });
    expect(parsed(text)).toMatchObject(document);
  });
});

it('writes JSON with two spaces', async () => {
  const { text } = await translate(json({ x: { command: 'a', args: ['b'] } }), claude, opencode);
  expect(text).toBe(`${JSON.stringify(parsed(text), undefined, 2)}\n`);
});
