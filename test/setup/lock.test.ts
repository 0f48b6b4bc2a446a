import { expect, it } from 'vitest';
import { SmallCheckout } from './support/small-checkout.ts';

const lock = '.setup.lock';
/** An id that no process has. */
const abandoned = '4194999 00000000.1\n';

const hold = `
import { existsSync, readFileSync } from 'node:fs';
import { withLock } from './scripts/setup/lock.mjs';
await withLock(async () => {
  console.log('began');
  while (!existsSync('removed')) await new Promise((done) => setTimeout(done, 10));
  console.log(readFileSync('${lock}', 'utf8').startsWith(process.pid + ' '));
});`;

/** Stops between its look at the abandoned lock and the removal, until the file `go` is there. */
const slowHold = `
import fs, { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { rmSync } = fs;
fs.rmSync = (path, ...options) => {
  if (path.endsWith('${lock}') && !fs.existsSync('removed')) {
    writeFileSync('removing', '');
    while (!fs.existsSync('go')) {}
    rmSync(path, ...options);
    writeFileSync('removed', '');
  } else rmSync(path, ...options);
};
syncBuiltinESMExports();
const { withLock } = await import('./scripts/setup/lock.mjs');
await withLock(async () => {});`;

const replaced = `
import { writeFileSync } from 'node:fs';
import { withLock } from './scripts/setup/lock.mjs';
await withLock(async () => writeFileSync('${lock}', '1 other\\n'));`;

const alone = `
import { withLock } from './scripts/setup/lock.mjs';
await withLock(async () => console.log('held'));`;

it('gives an abandoned lock to one process, also if another one is about to remove it', async () => {
  const here = new SmallCheckout();
  here.write(lock, abandoned);
  const slow = here.start(slowHold);
  await expect.poll(() => here.has('removing')).toBe(true);
  const second = here.start(hold);
  await expect.poll(() => second.output()).toMatch(/began|waiting/);
  here.write('go', '');
  expect(await slow.end).toBe(0);
  expect(await second.end).toBe(0);
  expect(second.output()).toMatch(/\btrue\n$/);
  expect(here.has(lock)).toBe(false);
});

it('takes over an abandoned lock although another taker was killed before', async () => {
  const here = new SmallCheckout();
  here.write(lock, abandoned);
  here.write(`${lock}.claim`, abandoned);
  const run = here.start(alone);
  expect(await run.end).toBe(0);
  expect(run.output()).toBe('held\n');
  expect([lock, `${lock}.claim`, `${lock}.claim.claim`].filter((name) => here.has(name))).toEqual([]);
});

it('leaves a lock that another process has by now', async () => {
  const here = new SmallCheckout();
  expect(await here.start(replaced).end).toBe(0);
  expect(here.read(lock)).toBe('1 other\n');
});
