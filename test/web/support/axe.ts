import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What keeps people from using what is shown now, one line for each place; none on a good page. */
export async function axeViolations(page: Page): Promise<string[]> {
  await settled(page);
  // The policy of the page lets no script be added, but the browser may be told to run one.
  await page.evaluate(source);
  const { violations } = await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run(options: unknown): Promise<AxeResults> } };
    return axe.run({ runOnly });
  }, rules);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, why = help] = failureSummary.split('\n');
      return `${id} at ${target.join(' ')}: ${why.trim()}`;
    }),
  );
}

/** Colours on their way from one to another are neither. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What turns as long as something is busy has no end to wait for.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
