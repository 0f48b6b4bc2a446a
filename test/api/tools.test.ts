import { describe, expect, it } from 'vitest';
import type { ToolsAnswer, ToolServer, ToolView } from '../../src/api/contract/tools.ts';
import { clients } from '../../src/clients/registry.ts';
import { toolSides } from '../../src/clients/tool-sides.ts';
import { changedFilter } from '../../src/live/tools/switch-tools.ts';
import type { Page } from './support/page.ts';
import { benchPage, benchServer } from './support/workbench.ts';

async function bench(page: Page): Promise<ToolServer> {
  return (await page.get('tools/bench')).body as ToolServer;
}

async function tool(page: Page, name: string): Promise<ToolView> {
  return (await bench(page)).tools?.find((one) => one.name === name) as ToolView;
}

describe('the tools of all servers', () => {
  it('are listed with what a row shows, and without their schemas', async () => {
    const page = benchPage();
    await page.post('tools/refresh', { server: 'bench' });
    const { servers } = (await page.get('tools')).body as ToolsAnswer;
    const row = servers.find(({ name }) => name === 'bench');
    expect(row?.tools?.map(({ name }) => name)).toEqual((await bench(page)).tools?.map(({ name }) => name));
    const drop = row?.tools?.find(({ name }) => name === 'drop');
    expect(drop).toMatchObject({ tokens: expect.any(Number), isDestructive: true });
    expect(Object.keys(drop ?? {})).not.toContain('inputSchema');
    expect((await page.get('tools/nobody')).status).toBe(404);
  });

  it('are known after the first listing, and viewing them starts nothing', async () => {
    const page = benchPage();
    expect(await bench(page)).toMatchObject({ status: 'not-checked', unswitchable: [] });
    expect((await bench(page)).tools).toBeUndefined();
    expect(page.events.some(({ type }) => type === 'server.status')).toBe(false);
    expect((await page.post('tools/refresh', { server: 'bench' })).status).toBe(200);
    const known = await bench(page);
    expect(known).toMatchObject({ status: 'connected' });
    expect(known.tokens).toBeGreaterThan(100);
    expect(await tool(page, 'drop')).toMatchObject({
      bridgedName: 'mcp_bench_drop',
      title: 'Drop a table',
      hints: ['destructive'],
      offIn: [],
      collidesWith: [],
      inputSchema: { properties: { table: { type: 'string' } } },
    });
    expect((await tool(page, 'echo')).hints).toEqual(['read-only', 'idempotent']);
  });

  it('say with which others they could be mixed up', async () => {
    const page = benchPage();
    page.write('.cursor/mcp.json', { mcpServers: { other: { ...benchServer, env: {} } } });
    await Promise.all(['bench', 'other'].map((server) => page.post('tools/refresh', { server })));
    expect((await tool(page, 'echo')).collidesWith).toEqual([{ server: 'other', tool: 'echo' }]);
  });

  it('report why they cannot be listed', async () => {
    const page = benchPage();
    page.write('.cursor/mcp.json', { mcpServers: { broken: { command: '/nowhere/at/all' } } });
    const asked = await page.post('tools/refresh', { server: 'broken' });
    expect(asked.status).toBe(502);
    expect(asked.body.error.message).toContain('/nowhere/at/all');
  });
});

describe('a single tool', () => {
  it('is switched off and on again in the file of a client that can, and nothing else changes', async () => {
    const page = benchPage();
    const before = page.read('.codex/config.toml');
    await page.post('tools/refresh', { server: 'bench' });
    const targets = [{ client: 'codex', scope: 'user' }];
    expect((await bench(page)).switchable).toContainEqual({ ...targets[0], clientName: 'Codex', isThere: true });
    const change = { kind: 'tools', server: 'bench', tools: ['drop'], targets };
    const off = await page.post('plans', { ...change, on: false });
    expect(off.status).toBe(200);
    await page.post(`plans/${off.body.id}/write`);
    expect(page.read('.codex/config.toml')).toBe(`${before}disabled_tools = ["drop"]\n`);
    expect((await tool(page, 'drop')).offIn).toEqual(targets);
    const on = await page.post('plans', { ...change, on: true });
    await page.post(`plans/${on.body.id}/write`);
    expect(page.read('.codex/config.toml')).toBe(before);
  });

  it('is switched off in the catalog where no client can, which gets the server then', async () => {
    const page = benchPage();
    page.write('.codex/config.toml', '');
    page.write('.cursor/mcp.json', { mcpServers: { bench: benchServer } });
    await page.post('tools/refresh', { server: 'bench' });
    const catalog = { client: 'canonical', scope: 'user' };
    const known = await bench(page);
    expect(known.unswitchable).toEqual(['Cursor']);
    expect(known.switchable).toMatchObject([{ ...catalog, isThere: false }]);
    const off = await page.post('plans', {
      kind: 'tools',
      server: 'bench',
      tools: ['drop'],
      on: false,
      targets: [catalog],
    });
    await page.post(`plans/${off.body.id}/write`);
    await page.context.runtime().then((runtime) => runtime.reload());
    expect((await tool(page, 'drop')).offIn).toEqual([catalog]);
    const offered = (await page.context.runtime()).tools.tools.map(({ mcpToolName }) => mcpToolName);
    expect(offered).toContain('echo');
    expect(offered).not.toContain('drop');
  });
});

describe('the lists that switch tools', () => {
  const known = ['a', 'b', 'b_two'];
  const both = { allow: true, deny: true };
  const onlyAllow = { allow: true, deny: false };

  it('change for exactly the tools that are meant', () => {
    expect(changedFilter(undefined, { tools: ['a'], on: false, known }, both)).toEqual({ deny: ['a'] });
    expect(changedFilter({ deny: ['a'] }, { tools: ['a'], on: true, known }, both)).toBeUndefined();
    expect(changedFilter({ deny: ['b*'] }, { tools: ['b'], on: true, known }, both)).toEqual({ deny: ['b_two'] });
    expect(changedFilter({ allow: ['a'] }, { tools: ['b'], on: true, known }, both)).toEqual({ allow: ['a', 'b'] });
    expect(changedFilter(undefined, { tools: ['a'], on: false, known }, onlyAllow)).toEqual({ allow: ['b', 'b_two'] });
    expect(changedFilter({ allow: ['b', 'b_two'] }, { tools: ['a'], on: true, known }, onlyAllow)).toBeUndefined();
  });

  it('are known of each client from the code that writes them', () => {
    expect(toolSides(clients.codex)).toEqual(both);
    expect(toolSides(clients.goose)).toEqual(onlyAllow);
    expect(toolSides(clients.cursor)).toEqual({ allow: false, deny: false });
    expect(toolSides(clients.canonical)).toEqual(both);
  });
});
