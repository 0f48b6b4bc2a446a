import type { Page } from 'playwright-core';

export interface Picture {
  readonly name: string;
  readonly path: string;
  /** Text that is visible once the page is complete. */
  readonly shows: string;
  readonly theme?: 'light' | 'dark';
  readonly isNarrow?: boolean;
  /** Actions before the screenshot. */
  readonly before?: (page: Page) => Promise<void>;
}

export const pictures: readonly Picture[] = [
  { name: 'servers', path: '/servers', shows: 'Connected', before: stageInRow },
  { name: 'servers-dark', path: '/servers', shows: 'Connected', theme: 'dark', before: showWhy },
  { name: 'servers-narrow', path: '/servers', shows: 'Connected', isNarrow: true },
  { name: 'server', path: '/servers/demo', shows: 'Server info' },
  { name: 'matrix', path: '/clients/matrix', shows: 'Out of sync', before: stageTwo },
  { name: 'tools', path: '/tools?server=everything&tool=get-sum', shows: 'Call', before: callSum },
  { name: 'logs', path: '/logs', shows: 'tools/call' },
  { name: 'health', path: '/health', shows: 'Fix:', before: onlyErrors },
];

async function showWhy(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Why about demo$/ }).click();
}

async function stageInRow(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^filesystem in Claude Code, user/ }).click();
  await page.getByRole('button', { name: /^memory in Codex/ }).click();
  await page.mouse.move(0, 0);
}

async function stageTwo(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^memory in Gemini CLI/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^sequential-thinking in Codex/ }).focus();
  await page.keyboard.press('Space');
  await page.getByText('Review and write').waitFor();
}

/** Further down stand paths of the machine. */
async function onlyErrors(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Errors/ }).click();
}

async function callSum(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'a', exact: true }).fill('19');
  await page.getByRole('textbox', { name: 'b', exact: true }).fill('23');
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByRole('tab', { name: 'Rendered' }).waitFor();
}
