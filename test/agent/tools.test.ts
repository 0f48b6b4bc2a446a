import { describe, expect, it } from 'vitest';
import { box } from '../store/support/box.ts';
import { agentBox, claude, connect, modernRequest } from './support/agent-box.ts';

const servers = (count: number): string =>
  JSON.stringify({
    mcpServers: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `server-${index}`,
        { command: 'npx', args: ['-y', `p${index}@1.0.0`] },
      ]),
    ),
  });

describe('tools/list', () => {
  it('has at most ten tools and at most 6 KB, in both eras', async () => {
    const here = await agentBox();
    const legacy = await here.peer.request('tools/list');
    const modern = await modernRequest(await connect(here), 'tools/list');
    for (const { tools } of [legacy, modern] as { tools: { outputSchema?: object; description: string }[] }[]) {
      expect(tools.length).toBeLessThanOrEqual(10);
      expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(6 * 1024);
      for (const { outputSchema } of tools) expect(outputSchema).toMatchObject({ type: 'object' });
    }
  });

  it('has the tools that the documentation names', async () => {
    const { tools } = (await (await agentBox()).peer.request('tools/list')) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      'list_servers',
      'get_server',
      'explain',
      'diagnose',
      'search_registry',
      'plan_change',
      'apply_plan',
      'undo',
    ]);
  });
});

describe('reading', () => {
  it('lists servers by name with their places by state', async () => {
    const place = box();
    place.write(claude, JSON.stringify({ mcpServers: { a: { command: 'npx', args: ['-y', 'a@1.0.0'] } } }));
    place.write(
      'home/.cursor/mcp.json',
      JSON.stringify({ mcpServers: { a: { command: 'npx', args: ['-y', 'a@1.0.0'] } } }),
    );
    const here = await agentBox({ in: place });
    const { data } = await here.call('list_servers');
    expect(data).toMatchObject({
      servers: [{ name: 'a', runs: 'npx -y a@1.0.0', active: ['claude-code:user', 'cursor:user'] }],
      total: 1,
    });
    expect(data['clients']).toEqual(expect.arrayContaining(['claude-code', 'cursor']));
  });

  it('pages a list that is too long, until every server was listed once', async () => {
    const place = box();
    place.write(claude, servers(500));
    for (const file of ['.cursor/mcp.json', '.gemini/settings.json', '.codeium/windsurf/mcp_config.json'])
      place.write(`home/${file}`, servers(500));
    const here = await agentBox({ in: place });
    const seen: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor !== undefined; pages += 1) {
      const result = await here.peer.request('tools/call', {
        name: 'list_servers',
        arguments: cursor ? { cursor } : {},
      });
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(20_000);
      const { servers: found, nextCursor } = result['structuredContent'] as {
        servers: { name: string }[];
        nextCursor?: string;
      };
      seen.push(...found.map(({ name }) => name));
      cursor = nextCursor;
      expect(pages).toBeLessThan(50);
    }
    expect(new Set(seen).size).toBe(500);
    expect(seen).toHaveLength(500);
    const { contents } = (await here.peer.request('resources/read', { uri: 'plugboard://servers' })) as {
      contents: { text: string }[];
    };
    expect(contents[0]?.text.length).toBeLessThanOrEqual(20_000);
    const issues = await here.peer.request('tools/call', { name: 'diagnose', arguments: {} });
    expect(JSON.stringify(issues).length).toBeLessThanOrEqual(20_000);
  });

  it('shows a definition without its secrets, and references as they are', async () => {
    const place = box();
    const env = { TOKEN: 'ghp_0123456789abcdefghij0123456789abcd', OTHER: '${OTHER}' };
    place.write(claude, JSON.stringify({ mcpServers: { a: { command: 'npx', env } } }));
    const { data } = await (await agentBox({ in: place })).call('get_server', { server: 'a' });
    expect(data).toMatchObject({
      definitions: [{ definition: { command: 'npx', env: { TOKEN: '••••••••', OTHER: '${OTHER}' } } }],
    });
  });

  it('explains why a definition is not active', async () => {
    const place = box();
    const file = (command: string): string => JSON.stringify({ mcpServers: { a: { command } } });
    place.write(claude, file('mine'));
    place.write('project/.mcp.json', file('theirs'));
    const { data } = await (await agentBox({ in: place })).call('explain', { server: 'a' });
    expect(data['places']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ place: 'claude-code:project', state: 'untrusted', why: 'needs-approval' }),
        expect.objectContaining({ place: 'claude-code:user', state: 'shadowed', why: 'higher-scope' }),
      ]),
    );
  });

  it('explains what a policy refuses', async () => {
    const place = box();
    place.write(claude, JSON.stringify({ mcpServers: { a: { command: 'sh' } } }));
    place.write('project/plugboard.policy.json', JSON.stringify({ rules: [{ id: 'no', deny: { command: ['sh'] } }] }));
    const { data } = await (await agentBox({ in: place })).call('explain', { server: 'a' });
    expect(data['policy']).toMatchObject([{ place: 'claude-code:user', refused: true }]);
  });

  it('says what to do about a mistake', async () => {
    const here = await agentBox();
    here.write(claude, JSON.stringify({ mcpServers: { github: { command: 'npx' } } }));
    const wrong = await here.call('get_server', { server: 'githb' });
    expect(wrong.isError).toBe(true);
    expect(wrong.data).toMatchObject({
      code: 'server-unknown',
      suggestions: ['Call list_servers to see all servers.'],
    });
    expect(wrong.data['error']).toContain('github');
    expect((await here.call('list_servers', { quer: 'x' })).data).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await here.call('plan_change', { action: 'rename', server: 'github' })).data).toMatchObject({
      code: 'INVALID_INPUT',
    });
    await expect(here.call('list_server')).rejects.toThrow('Did you mean list_servers');
  });
});

describe('plan_change', () => {
  const own = JSON.stringify(
    { mcpServers: { a: { command: 'npx', args: ['-y', 'a@1.0.0'], env: { A: '1' } } } },
    undefined,
    2,
  );
  const planned = async (args: Record<string, unknown>): Promise<string> => {
    const place = box();
    place.write(claude, own);
    place.write('home/.cursor/mcp.json', '{ "mcpServers": {} }\n');
    const here = await agentBox({ in: place });
    const { data, isError } = await here.call('plan_change', args);
    expect({ isError, data }).toMatchObject({ isError: false });
    await here.call('apply_plan', { planId: data['planId'] });
    return `${here.read(claude)}${here.read('home/.cursor/mcp.json')}`;
  };

  it('merges an update, and null removes', async () => {
    const text = await planned({ action: 'update', server: 'a', definition: { env: { A: null, B: '${B}' } } });
    expect(text).toContain('"B": "${B}"');
    expect(text).not.toContain('"A"');
    expect(text).toContain('a@1.0.0');
  });

  it('renames, copies, disables and removes', async () => {
    expect(await planned({ action: 'rename', server: 'a', newName: 'b' })).toContain('"b": {');
    expect((await planned({ action: 'copy', server: 'a', to: ['cursor'] })).match(/a@1\.0\.0/g)).toHaveLength(2);
    expect(await planned({ action: 'disable', server: 'a' })).toContain('disabledMcpServers');
    expect(await planned({ action: 'remove', server: 'a' })).not.toContain('a@1.0.0');
  });

  it('says so when nothing would change', async () => {
    const place = box();
    place.write(claude, own);
    const { data } = await (await agentBox({ in: place })).call('plan_change', { action: 'enable', server: 'a' });
    expect(data).toMatchObject({ changes: [], next: 'Nothing would change.' });
    expect(data).not.toHaveProperty('planId');
  });
});

describe('resources and prompts', () => {
  it('read the same data, and start nothing', async () => {
    const here = await agentBox();
    here.write('home/.cursor/mcp.json', JSON.stringify({ mcpServers: { a: { command: 'npx' } } }));
    const read = async (uri: string): Promise<Record<string, unknown>> => {
      const { contents } = (await here.peer.request('resources/read', { uri })) as { contents: { text: string }[] };
      return JSON.parse(contents[0]?.text ?? '') as Record<string, unknown>;
    };
    expect(await read('plugboard://servers')).toMatchObject({ servers: [{ name: 'a' }] });
    expect(await read('plugboard://clients/cursor')).toMatchObject({ id: 'cursor', servers: [{ name: 'a' }] });
    expect(await read('plugboard://doctor')).toHaveProperty('issues');
    await expect(read('plugboard://clients/nope')).rejects.toThrow('plugboard://clients/nope');
  });

  it('offer three workflows', async () => {
    const { peer } = await agentBox();
    const { prompts } = (await peer.request('prompts/list')) as { prompts: { name: string }[] };
    expect(prompts.map(({ name }) => name)).toEqual(['set-up-server', 'why-does-it-fail', 'slim-down']);
    const got = await peer.request('prompts/get', { name: 'set-up-server', arguments: { readme: 'npx x' } });
    expect(JSON.stringify(got)).toContain('npx x');
  });
});
