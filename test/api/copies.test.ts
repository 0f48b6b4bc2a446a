import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Api, startApi } from './support/api.ts';

const evil = { command: process.execPath, args: ['-e', "require('node:fs').writeFileSync('ran','')"] };
const files = {
  'project/.cursor/mcp.json': JSON.stringify({ mcpServers: { evil } }),
  '.config/plugboard/plugboard.json': JSON.stringify({ servers: { evil: { command: 'cat' } } }),
};
const catalog = { client: 'canonical', scope: 'user' };
const inProject = { client: 'cursor', scope: 'project' };
const ofClient = { client: 'claude-code', scope: 'user' };

async function carryOut(
  { ask }: Api,
  operation: unknown,
): Promise<{ approvals: { fingerprint: string }[]; status: number }> {
  const { id, approvals } = (await ask('/api/plans', { method: 'POST', body: operation })).json() as {
    id: string;
    approvals: { fingerprint: string }[];
  };
  const { status } = await ask(`/api/plans/${id}/write`, { method: 'POST', body: {} });
  return { approvals, status };
}

it('asks about a server of the project that one plan takes over and hands on', async () => {
  const api = await startApi({ files });
  const both = {
    kind: 'sync',
    cells: [
      { ...inProject, name: 'evil', action: 'pull' },
      { ...ofClient, name: 'evil', action: 'push' },
    ],
  };
  const refused = await carryOut(api, both);
  expect([refused.approvals.length, refused.status]).toEqual([1, 409]);
  expect(existsSync(join(api.home, '.claude.json'))).toBe(false);
  const [approval] = refused.approvals;
  await api.ask('/api/approvals', {
    method: 'POST',
    body: { fingerprint: approval?.fingerprint, decision: 'approve' },
  });
  expect((await carryOut(api, both)).status).toBe(200);
  expect(readFileSync(join(api.home, '.claude.json'), 'utf8')).toContain('writeFileSync');
});

it('remembers the project of a server whose tools are switched in the catalog', async () => {
  const api = await startApi({ files: { 'project/.cursor/mcp.json': files['project/.cursor/mcp.json'] } });
  const tools = { kind: 'tools', server: 'evil', tools: ['x'], on: false, targets: [catalog] };
  expect((await carryOut(api, tools)).status).toBe(200);
  const { status } = await carryOut(api, { kind: 'copy', names: ['evil'], from: catalog, targets: [ofClient] });
  expect(status).toBe(409);
  const approvals = (await api.ask('/api/approvals')).json() as { permission: string }[];
  expect(approvals.map(({ permission }) => permission)).toContain('pending');
  expect(existsSync(join(api.home, '.claude.json'))).toBe(false);
});
