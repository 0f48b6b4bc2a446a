import { expect, it } from 'vitest';
import { respell } from '../../../src/manage/plan/respell.ts';
import { target, workspace } from '../support/workspace.ts';

it('writes a field in the words of the client and leaves everything else alone', async () => {
  const text = '# mine\n[mcp_servers.x]\nurl = "https://a.example" # here\nheaders = { A = "b" }\nextra = 1\n';
  const { host } = workspace({ '~/.codex/config.toml': text });
  const plan = await respell(host, 'x', ['headers'], target('codex:user'));
  expect(plan.changes.map(({ before, after }) => [before, after])).toEqual([
    [
      text,
      '# mine\n[mcp_servers.x]\nurl = "https://a.example" # here\nextra = 1\n\n[mcp_servers.x.http_headers]\nA = "b"\n',
    ],
  ]);
  expect(plan.losses).toEqual([]);
});

it('changes what it is told to on the way', async () => {
  const { host } = workspace({ '~/.claude.json': '{ "mcpServers": { "x": { "url": "https://a.example" } } }' });
  const plan = await respell(host, 'x', ['transport'], target('claude-code:user'), (server) => ({
    ...server,
    transport: 'sse',
  }));
  expect(plan.changes[0]?.after).toBe('{ "mcpServers": { "x": { "url": "https://a.example", "type": "sse" } } }');
});

it('changes nothing where the words are right, and says what it cannot say', async () => {
  const text = '{ "mcpServers": { "x": { "command": "node", "args": ["${A}"] } } }';
  const { host } = workspace({ '~/.claude.json': text, '~/.factory/mcp.json': text });
  expect((await respell(host, 'x', ['args'], target('claude-code:user'))).changes).toEqual([]);
  const plan = await respell(host, 'x', ['args'], target('droid:user'));
  expect([plan.changes, plan.losses.map(({ field }) => field)]).toEqual([[], ['args.0', 'args']]);
});

it('needs the server to be there', async () => {
  const { host } = workspace({ '~/.claude.json': '{}' });
  await expect(respell(host, 'x', ['env'], target('claude-code:user'))).rejects.toMatchObject({
    code: 'server-missing',
  });
});
