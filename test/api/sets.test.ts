import { describe, expect, it } from 'vitest';
import type { ContextCostAnswer } from '../../src/api/contract/context-cost.ts';
import type { SetsAnswer } from '../../src/api/contract/sets.ts';
import { Page } from './support/page.ts';

const secret = 'ghp_setscanary0123456789abcdefABCDE';

describe('sets', () => {
  it('has none without a directory, and creates the first one from existing servers', async () => {
    const one = new Page();
    one.write('.cursor/mcp.json', { mcpServers: { github: { command: 'node', env: { TOKEN: secret } } } });
    expect((await one.get('sets')).body).toMatchObject({ exists: false, sets: [] });
    const plan = await one.post('plans', { kind: 'set-save', name: 'work', servers: ['github'], note: 'For work' });
    await one.post(`plans/${plan.body.id}/write`);
    const { sets, launchers } = (await one.get('sets')).body as SetsAnswer;
    expect(sets).toMatchObject([{ name: 'work', note: 'For work', servers: [{ name: 'github', summary: 'node' }] }]);
    expect(sets[0]?.launchLines).toMatchObject({
      'claude-code': 'plugboard run work',
      codex: 'plugboard run work --client codex',
    });
    expect(launchers.length).toBeGreaterThan(5);
    expect(launchers[0]).toEqual({ client: 'claude-code', clientName: 'Claude Code' });
    expect(one.read('.claude/mcp-configs/work.json')).toContain(secret);
    expect(one.replies.join('\n')).not.toContain(secret.slice(8));
  });

  it('shows a set that cannot be used with the reason, and removes it', async () => {
    const one = new Page();
    one.write('.claude/mcp-configs/broken.json', '{ "mcpServers": { // no\n');
    const { sets } = (await one.get('sets')).body as SetsAnswer;
    expect(sets[0]?.problem).toBeTruthy();
    const plan = await one.post('plans', { kind: 'set-remove', name: 'broken' });
    await one.post(`plans/${plan.body.id}/write`);
    expect(((await one.get('sets')).body as SetsAnswer).sets).toEqual([]);
    expect((await one.post('plans', { kind: 'set-remove', name: 'broken' })).status).toBe(404);
  });

  it('rejects names that are not valid file names, and unknown servers', async () => {
    const one = new Page();
    const named = await one.post('plans', { kind: 'set-save', name: '../x', servers: [] });
    expect([named.status, named.body.error.field]).toEqual([400, 'name']);
    expect((await one.post('plans', { kind: 'set-save', name: 'x', servers: ['nobody'] })).status).toBe(404);
  });
});

describe('context cost', () => {
  it('counts the servers that each client uses, and marks those never listed', async () => {
    const one = new Page();
    one.write(
      '.codex/config.toml',
      '[mcp_servers.a]\ncommand = "node"\n[mcp_servers.b]\ncommand = "node"\nenabled = false\n',
    );
    const costs = (await one.get('context-cost')).body as ContextCostAnswer;
    expect(costs.find(({ client }) => client === 'codex')).toMatchObject({
      tokens: 0,
      servers: 1,
      unknown: 1,
      top: [{ name: 'a', status: 'not-checked' }],
    });
    expect((await one.get('context-cost/codex')).body).toEqual([{ name: 'a', status: 'not-checked' }]);
    expect((await one.get('context-cost/nobody')).status).toBe(404);
  });
});
