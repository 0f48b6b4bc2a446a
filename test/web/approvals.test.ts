import { afterEach, describe, expect, it } from 'vitest';
import { pressAt } from './support/keyboard.ts';
import { openPage, type OpenPage } from './support/open-page.ts';
import { sidewaysScroll } from './support/page-width.ts';
import { typicalHome } from './support/typical-home.ts';

describe('approvals', () => {
  let opened: OpenPage;
  afterEach(async () => opened.close());

  it('are given and refused by mouse, with the whole command in sight', async () => {
    opened = await openPage({ ...typicalHome, path: '/approvals' });
    const { page } = opened;
    const linear = page.getByRole('article', { name: 'linear' });
    await linear.getByText('--workspace=a-long-name-of-a-workspace').waitFor();
    expect(await opened.axe()).toEqual([]);
    await linear.getByRole('button', { name: 'Approve linear' }).click();
    await linear.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Deny notes' }).click();
    await page.getByText('Nothing needs approval').waitFor();
    await page.getByRole('radio', { name: /^All/ }).click();
    await linear.getByText('Approved', { exact: true }).waitFor();
    await page.getByRole('article', { name: 'notes' }).getByText('Denied', { exact: true }).waitFor();
    expect(await opened.axe()).toEqual([]);
    expect(opened.errors).toEqual([]);
  });

  it('are given by keyboard, and only for what was seen', async () => {
    opened = await openPage({ ...typicalHome, path: '/approvals', viewport: 'narrow', theme: 'dark' });
    const { page } = opened;
    const approve = page.getByRole('button', { name: 'Approve linear' });
    await approve.waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await opened.axe()).toEqual([]);
    await pressAt(page, approve, 'Enter');
    await approve.waitFor({ state: 'detached' });
    // Another program changes the command: what was approved no longer is.
    opened.write('project/.mcp.json', { mcpServers: { linear: { command: 'npx', args: ['-y', 'something-else'] } } });
    await page.getByRole('article', { name: 'linear' }).getByText('something-else').waitFor();
    await pressAt(page, page.getByRole('button', { name: 'Deny linear' }), 'Space');
    await page.getByText('Nothing needs approval').waitFor();
    expect(opened.errors).toEqual([]);
  });

  it('say whether the project is trusted, and by what', async () => {
    opened = await openPage({ ...typicalHome, path: '/approvals' });
    const { page } = opened;
    const card = page.getByRole('region', { name: 'This project' });
    await card.getByText('Not trusted', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Trust project' }).click();
    await card.getByText('Trusted', { exact: true }).waitFor();
    expect(await opened.axe()).toEqual([]);
    await card.getByRole('button', { name: 'Stop trusting' }).click();
    await card.getByText('Not trusted', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve linear' }).click();
    await card.getByText('because you approved one of its servers').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    expect(opened.errors).toEqual([]);
  });

  it.each(['wide', 'narrow'] as const)('come before a copy into the file of a client (%s)', async (viewport) => {
    opened = await openPage({ ...typicalHome, path: '/servers/linear', viewport });
    const { page, read } = opened;
    const before = read('.cursor/mcp.json');
    await page.getByRole('tab', { name: /Clients/ }).click();
    await page.getByRole('button', { name: 'Copy to…' }).click();
    await page
      .getByRole('checkbox', { name: /Cursor/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog');
    const card = review.getByRole('article', { name: 'linear' });
    await card.getByText('--workspace=a-long-name-of-a-workspace').waitFor();
    await review.getByRole('button', { name: 'Write 1 file' }).click();
    await review.getByRole('alert').first().waitFor();
    expect(read('.cursor/mcp.json')).toBe(before);
    expect(await opened.axe()).toEqual([]);
    await card.getByRole('button', { name: 'Approve linear' }).click();
    await card.getByText('Approved', { exact: true }).waitFor();
    await review.getByRole('button', { name: 'Write 1 file' }).click();
    await expect.poll(() => read('.cursor/mcp.json')).toContain('linear-mcp');
    expect(opened.errors).toEqual([]);
  });
});
