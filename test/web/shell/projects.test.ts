import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { firstDocument, homeAt, startIn } from '../support/served-page.ts';
import { typicalHome } from '../support/typical-home.ts';

let opened: OpenPage;
afterEach(async () => {
  for (const pid of servedIn(opened.home).filter((one) => one !== opened.pid)) process.kill(pid, 'SIGTERM');
  await opened.close();
});

/** The processes that serve pages for this home: those that the page started are no children of the test. */
function servedIn(home: string): number[] {
  const folder = join(home, '.local/state/plugboard/pages');
  return readdirSync(folder).map(
    (name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { pid: number }).pid,
  );
}

/** A project with one server, whose page was opened there once. */
async function visited(home: string, name: string, from = name): Promise<string> {
  const path = join(home, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, '.mcp.json'), JSON.stringify({ mcpServers: { [`of-${name.length}`]: { command: 'x' } } }));
  const started = startIn(join(home, from), homeAt(home));
  await firstDocument(started);
  started.child.kill('SIGTERM');
  await started.ended;
  return path;
}

it('the project switcher offers projects that were opened and exist, and leads to their pages', async () => {
  opened = await openPage({ ...typicalHome, path: '/servers' });
  const { page, home } = opened;
  await visited(home, 'my second project');
  const gone = await visited(home, 'gone');
  mkdirSync(join(home, 'never opened'));
  symlinkSync(join(home, 'my second project'), join(home, 'link'));
  await visited(home, 'my second project', 'link');

  const trigger = page.getByRole('button', { name: /^Project/ });
  await trigger.click();
  const choices = page.getByRole('dialog', { name: /^Project/ });
  await choices.getByRole('button', { name: '~/gone' }).waitFor();
  await expect
    .poll(() => choices.getByRole('button').allTextContents())
    .toEqual(['~/project', '~/my second project', '~/gone']);
  await expect.poll(() => choices.getByRole('button', { name: '~/project' }).getAttribute('aria-current')).toBe('true');
  expect(await opened.axe()).toEqual([]);

  // Gone while the list is open.
  renameSync(gone, join(home, 'moved'));
  await choices.getByRole('button', { name: '~/gone' }).click();
  await page.getByText('Cannot open ~/gone').waitFor();
  await page.getByText('no longer exists').waitFor();
  await page.keyboard.press('Escape');
  await trigger.click();
  await choices.getByRole('button', { name: '~/my second project' }).waitFor();
  await expect.poll(() => choices.getByRole('button').allTextContents()).toEqual(['~/project', '~/my second project']);

  // By keyboard, in a process of its own that was not running.
  await choices.getByRole('button', { name: '~/my second project' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Project\s*~\/my second project/ }).waitFor();
  expect(new URL(page.url()).origin).not.toBe(opened.url);
  await page.getByRole('link', { name: 'of-17', exact: true }).waitFor();
  expect(servedIn(home)).toHaveLength(2);

  // And back, to the page that is still served.
  await page.getByRole('button', { name: /^Project/ }).click();
  await choices.getByRole('button', { name: '~/project' }).click();
  await page.waitForURL(`${opened.url}/**`);
  await page.getByRole('link', { name: 'weather', exact: true }).waitFor();
  expect(servedIn(home)).toHaveLength(2);
  expect(opened.errors).toEqual([]);
});

it('the project can be switched on a phone too', async () => {
  opened = await openPage({ ...typicalHome, viewport: 'narrow', path: '/servers' });
  const { page, home } = opened;
  await visited(home, 'other');
  await page.getByRole('button', { name: /^Project/ }).click();
  const choices = page.getByRole('dialog', { name: /^Project/ });
  await choices.getByRole('button', { name: '~/other' }).waitFor();
  expect(await opened.axe()).toEqual([]);
});
