import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What can be wrong in one theme and right in the other. */
const rulesOfColor = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What keeps people from using what is shown now, in either theme, one line for each place; none on a good page. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The policy of the page lets no script be added, but the browser may be told to run one.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const found = await violationsOf(page, rules);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [shown, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await page.emulateMedia({ colorScheme: other });
  const inOther = await violationsOf(page, rulesOfColor);
  await page.emulateMedia({ colorScheme: shown });
  return [...found.map((line) => `${shown}: ${line}`), ...inOther.map((line) => `${other}: ${line}`)];
}

async function violationsOf(page: Page, runOnly: unknown): Promise<string[]> {
  await settled(page);
  const { violations } = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: { run(options: unknown): Promise<AxeResults> } };
    // What is right need not be described.
    return axe.run({ runOnly: only, resultTypes: ['violations'] });
  }, runOnly);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, why = help] = failureSummary.split('\n');
      return `${id} at ${target.join(' ')}: ${why.trim()}`;
    }),
  );
}

/** Colors on their way from one to another are neither. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What turns as long as something is busy has no end to wait for.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
