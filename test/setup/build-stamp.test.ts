import { expect, it } from 'vitest';
import { SmallCheckout } from './support/small-checkout.ts';

const note = `
import { buildStamp, noteBuild } from './scripts/setup/build-stamp.mjs';
noteBuild(buildStamp(), ['loader.cjs', 'types/index.d.ts']);`;
const ask = `
import { buildIsMissing } from './scripts/setup/build-stamp.mjs';
console.log(buildIsMissing());`;

/** A checkout in which both files were built. */
async function built(): Promise<SmallCheckout> {
  const here = new SmallCheckout();
  for (const name of ['src/a.ts', 'web/a.ts', 'loader/a.ts', 'dist/loader.cjs', 'dist/types/index.d.ts'])
    here.write(name, '// text');
  expect(await here.start(note).end).toBe(0);
  return here;
}

async function isMissing(here: SmallCheckout): Promise<string> {
  const run = here.start(ask);
  await run.end;
  return run.output().trim();
}

it('is enough if all outputs are there', async () => {
  expect(await isMissing(await built())).toBe('false');
});

it.each([
  ['an output was removed', (here: SmallCheckout) => here.remove('dist/loader.cjs')],
  ['an output was emptied', (here: SmallCheckout) => here.write('dist/loader.cjs', '')],
  ['the stamp was emptied', (here: SmallCheckout) => here.write('dist/.stamp', '')],
  ['dist was removed', (here: SmallCheckout) => here.remove('dist')],
  ['a source was added', (here: SmallCheckout) => here.write('src/b.ts', '')],
  ['the licenses are made differently', (here: SmallCheckout) => here.write('scripts/third-party-licenses.mjs', '')],
  ['the text of a license was changed', (here: SmallCheckout) => here.write('scripts/licenses/fast-uri.txt', '')],
])('is not enough if %s', async (_, change) => {
  const here = await built();
  change(here);
  expect(await isMissing(here)).toBe('true');
});
