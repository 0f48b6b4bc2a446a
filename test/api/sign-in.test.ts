import { expect, test } from 'vitest';
import type { ApiEvent } from '../../src/api/contract/events.ts';
import { started } from '../runtime/support/remote.ts';
import { Page } from './support/page.ts';

const isOver = (event: ApiEvent): boolean => event.type === 'job' && event.job.isOver;

test('a sign-in is offered only where it would be used', async () => {
  const { url } = await started((_, response) => void response.writeHead(401).end());
  const page = new Page();
  const own = { url, headers: { Authorization: 'Bearer ${TOKEN}' } };
  page.write('.cursor/mcp.json', { mcpServers: { own, open: { url } } });
  await page.post('tests');
  await page.event(isOver);
  expect((await page.get('servers/open')).body.status).toMatchObject({ name: 'needs-sign-in' });
  const { status } = (await page.get('servers/own')).body;
  expect(status).toMatchObject({
    name: 'failed',
    reason: 'The server rejected the Authorization header of its definition.',
    hint: expect.not.stringMatching(/sign in/i),
  });
  const refused = await page.post('servers/own/connection', { action: 'sign-in' });
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'usage' } } });
});

test('a sign-in to a server that is down fails because of the server', async () => {
  const { url, close } = await started(() => {});
  await close();
  const page = new Page();
  page.write('.cursor/mcp.json', { mcpServers: { down: { url } } });
  const { status, body } = await page.post('servers/down/connection', { action: 'sign-in' });
  expect([status, body.error]).toMatchObject([502, { code: 'server-unreachable' }]);
  expect(body.error.message).toContain('Nothing is listening at');
  expect((await page.get('servers/down')).body.status.reason).toContain('Nothing is listening at');
});
