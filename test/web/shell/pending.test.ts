import { afterEach, expect, it } from 'vitest';
import { planChange } from '../../../src/manage/pending/pending-change.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { listPlans } from '../../../src/store/state/pending-plans.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { homeAt } from '../support/served-page.ts';
import { typicalHome } from '../support/typical-home.ts';

let opened: OpenPage;
afterEach(async () => opened.close());

const requestFor = (server: string) => ({
  action: 'add' as const,
  server,
  definition: { command: 'npx', args: ['-y', `${server}@1.0.0`] },
  to: ['cursor:user'],
});

it('shows a plan of an assistant as soon as it is made, and applies it after a review', async () => {
  opened = await openPage({ ...typicalHome, path: '/servers' });
  const { page } = opened;
  await page.getByRole('heading', { name: 'Servers', exact: true }).waitFor();
  const { home, project } = opened;
  const host = { ...nodeHost(), env: homeAt(home), home, cwd: project };
  await planChange(host, requestFor('planned'), { askedBy: 'Some assistant' });
  const banner = page.getByRole('region', { name: 'Plans of assistants' });
  await banner.getByText('Some assistant asks to change servers').waitFor();
  expect(await opened.axe()).toEqual([]);
  await banner.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('planned@1.0.0').first().waitFor();
  await dialog.getByRole('button', { name: /^Write/ }).click();
  // A plan is marked as used before it is written.
  await expect.poll(() => opened.read('.cursor/mcp.json'), { timeout: 30_000 }).toContain('planned@1.0.0');
  // Behind the dialog the banner is hidden from this search.
  await dialog.waitFor({ state: 'detached' });
  await banner.waitFor({ state: 'detached' });
  await planChange(host, requestFor('unwanted'), { askedBy: 'Some assistant' });
  await banner.getByRole('button', { name: 'Reject' }).click();
  await banner.waitFor({ state: 'detached' });
  expect(opened.read('.cursor/mcp.json')).not.toContain('unwanted');
  expect(opened.errors).toEqual([]);
});

it('rejects one plan with a double click, not the next one too', async () => {
  opened = await openPage({ ...typicalHome, path: '/servers' });
  const { page, home, project } = opened;
  await page.getByRole('heading', { name: 'Servers', exact: true }).waitFor();
  const host = { ...nodeHost(), env: homeAt(home), home, cwd: project };
  for (const server of ['first', 'second']) await planChange(host, requestFor(server), { askedBy: 'Some assistant' });
  const banner = page.getByRole('region', { name: 'Plans of assistants' });
  await banner.getByText('and 1 other plan').waitFor();
  await banner.getByRole('button', { name: 'Reject' }).dblclick();
  await banner.getByText('add first to cursor:user').waitFor();
  expect(await page.getByText('Not rejected').count()).toBe(0);
  const states = (await listPlans(host)).map(({ title, state }) => [title, state]);
  expect(states).toEqual([
    ['add second to cursor:user', 'rejected'],
    ['add first to cursor:user', 'pending'],
  ]);
  expect(opened.errors).toEqual([]);
});
