import { expect, test } from 'vitest';
import type { ApiEvent } from '../../src/api/contract/events.ts';
import type { DraftTestAnswer, ServerDetail } from '../../src/api/contract/servers.ts';
import { oddServer, Page } from './support/page.ts';

const CANARY = 'kanarie-7f3k9q2x';
const tools = [
  { name: 'look', description: 'Looks', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
];

function withServers(): Page {
  const page = new Page();
  const file = page.write('tools.json', tools);
  const odd = { command: process.execPath, args: [oddServer], env: { TOOLS_FILE: file, API_TOKEN: CANARY } };
  const broken = {
    command: process.execPath,
    args: ['-e', `console.error('no ' + process.env.API_TOKEN); process.exit(3)`],
  };
  page.write('.cursor/mcp.json', {
    mcpServers: { odd, broken: { ...broken, env: { API_TOKEN: CANARY }, retries: 0 } },
  });
  page.write('work/.mcp.json', { mcpServers: { shared: { command: process.execPath, args: [oddServer] } } });
  return page;
}

const isOver = (event: ApiEvent): boolean => event.type === 'job' && event.job.isOver;

test('all servers that may run are tried, and each says what became of it', async () => {
  const page = withServers();
  const { status, body } = await page.post('tests');
  expect([status, body]).toMatchObject([202, { total: 2, done: 0 }]);
  expect(await page.event(isOver)).toMatchObject({ job: { done: 2, failed: 1 } });
  const odd = (await page.get('servers/odd')).body as ServerDetail;
  expect(odd).toMatchObject({
    status: { name: 'connected', ms: expect.any(Number) },
    tools: { total: odd.toolList?.length },
  });
  expect(odd.toolList).toContainEqual(expect.objectContaining({ name: 'look', hints: ['read-only'], on: true }));
  expect(odd.timeline.map((line) => line.status)).toContain('connected');
  const broken = (await page.get('servers/broken')).body as ServerDetail;
  expect(broken.status).toMatchObject({
    name: 'failed',
    evidence: { exitCode: 3, stderr: [expect.stringContaining('no ')] },
  });
  expect((await page.get('servers/shared')).body.status.name).toBe('needs-approval');
  expect(page.replies.join('\n')).not.toContain(CANARY);
});

test('a draft runs only as it was seen', async () => {
  const page = withServers();
  const [draft] = ((await page.get('servers/odd')).body as ServerDetail).drafts;
  const { server, source } = draft as ServerDetail['drafts'][number];
  const changed = { ...server, args: [oddServer, '--more'] };
  const ask = async (more: object): Promise<DraftTestAnswer> =>
    (await page.post('tests/draft', { name: 'odd', server: changed, source, ...more })).body as DraftTestAnswer;
  const first = await ask({});
  expect(first).toMatchObject({ outcome: 'approval-needed', approval: { permission: 'pending' } });
  const { fingerprint, lines } = (first as Extract<DraftTestAnswer, { outcome: 'approval-needed' }>).approval;
  expect(lines.join('\n')).toContain('--more');
  expect(await ask({ approved: fingerprint.replace(/^./, (it) => (it === '0' ? '1' : '0')) })).toMatchObject({
    outcome: 'approval-needed',
  });
  expect(await ask({ approved: fingerprint })).toMatchObject({
    outcome: 'ok',
    tools: expect.arrayContaining([expect.objectContaining({ name: 'look' })]),
  });
  // The definition is unchanged, so no new approval is needed.
  expect(await ask({ server: { ...server, timeout: 20 } })).toMatchObject({ outcome: 'ok' });
  const missing = await page.post('tests/draft', { name: 'none', server: { command: 'no-such-program-here' } });
  const { approval } = missing.body;
  const failed = await page.post('tests/draft', {
    name: 'none',
    server: { command: 'no-such-program-here' },
    approved: approval.fingerprint,
  });
  expect(failed.body).toMatchObject({ outcome: 'failed', status: { name: 'failed', reason: expect.any(String) } });
  expect(page.replies.join('\n')).not.toContain(CANARY);
});

test('a server is started, restarted and stopped; an unapproved one is not', async () => {
  const page = withServers();
  const isConnected = (event: ApiEvent): boolean => event.type === 'server.status' && event.status.name === 'connected';
  expect((await page.post('servers/odd/connection', { action: 'start' })).status).toBe(200);
  expect(await page.event(isConnected)).toMatchObject({ server: 'odd' });
  expect((await page.get('servers/odd')).body.status.name).toBe('connected');
  const stopped = await page.post('servers/odd/connection', { action: 'stop' });
  expect(stopped.body.status.name).toBe('not-checked');
  page.events.length = 0;
  await page.post('servers/odd/connection', { action: 'restart' });
  await page.event(isConnected);
  const refused = await page.post('servers/shared/connection', { action: 'start' });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'approval-needed']);
  const program = await page.post('servers/odd/connection', { action: 'sign-in' });
  expect([program.status, program.body.error.field]).toEqual([400, 'action']);
});

test('only what was seen can be decided on', async () => {
  const page = withServers();
  const [pending] = (await page.get('approvals')).body;
  expect(pending).toMatchObject({ name: 'shared', permission: 'pending', lines: expect.any(Array) });
  const { fingerprint } = pending as { fingerprint: string };
  expect((await page.post('approvals', { fingerprint: fingerprint.slice(0, 12), decision: 'approve' })).status).toBe(
    400,
  );
  expect((await page.post('approvals', { fingerprint: '0'.repeat(64), decision: 'approve' })).status).toBe(404);
  const decided = await page.post('approvals', { fingerprint, decision: 'approve' });
  expect(decided.body).toMatchObject([{ permission: 'approved' }]);
  expect((await page.get('servers/shared')).body.status.name).toBe('not-checked');
  await page.post('approvals', { fingerprint, decision: 'deny' });
  expect((await page.get('servers/shared')).body.status.name).toBe('denied');
  expect(page.events).toContainEqual({ type: 'approvals.changed' });
});
