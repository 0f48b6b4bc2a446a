import type { CDPSession, Page } from 'playwright-core';

/** What one interaction took, in milliseconds. */
export interface Waited {
  /** From the input event until the browser has painted a frame that shows what came of it, by the clock of the page. */
  readonly clock: number;
  /** Processor time of the page, with what driving it costs: the same when others use the machine. */
  readonly work: number;
}

/** Acts, and waits for a frame in which the selector matches. */
export async function waited(page: Page, act: () => Promise<void>, shows: string): Promise<Waited> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await listen(page, shows);
  const before = await workOf(devtools);
  await act();
  const clock: number = await page.evaluate('window.waited');
  const work = (await workOf(devtools)) - before;
  await devtools.detach();
  return { clock, work };
}

async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

async function listen(page: Page, shows: string): Promise<void> {
  await page.evaluate(`void (window.waited = new Promise((done, fail) => {
    setTimeout(() => fail(new Error('It never shows.')), 30_000);
    const types = ['input', 'mousedown', 'click', 'keydown'];
    const begin = () => {
      for (const type of types) removeEventListener(type, begin, true);
      const started = performance.now();
      // A task that is posted from a frame runs after that frame was painted.
      const look = () => document.querySelector(${JSON.stringify(shows)})
        ? setTimeout(() => done(performance.now() - started))
        : requestAnimationFrame(look);
      requestAnimationFrame(look);
    };
    for (const type of types) addEventListener(type, begin, true);
  }))`);
}
