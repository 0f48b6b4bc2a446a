import { expect, it } from 'vitest';
import { planChange } from '../../src/manage/pending/pending-change.ts';
import { Page } from './support/page.ts';

const request = {
  action: 'add' as const,
  server: 'files',
  definition: { command: 'npx', args: ['-y', 'files@1.0.0'] },
  to: ['cursor:user'],
};

it('shows, applies and rejects the plans of assistants', async () => {
  const page = new Page();
  const asked = { askedBy: 'Assistant', warnings: ['Its name looks like another.'] };
  const one = (await planChange(page.host, request, asked)).pending?.id ?? '';
  const two = (await planChange(page.host, { ...request, server: 'other' }, asked)).pending?.id ?? '';
  const { body: pending } = await page.get('pending');
  expect(pending).toMatchObject([{ askedBy: 'Assistant' }, { askedBy: 'Assistant' }]);
  expect((await page.del(`pending/${two}`)).status).toBe(200);
  const { body: plan } = await page.post('plans', { kind: 'pending', id: one });
  expect(plan).toMatchObject({ files: [{ change: 'created' }], issues: [{ code: 'pending-warning' }] });
  expect((await page.post(`plans/${plan.id}/write`, {})).body).toMatchObject({
    title: 'add files to cursor:user',
  });
  expect(page.read('.cursor/mcp.json')).toContain('files@1.0.0');
  expect((await page.get('pending')).body).toEqual([]);
  expect((await page.post('plans', { kind: 'pending', id: two })).body).toMatchObject({
    error: { code: 'plan-decided' },
  });
});
