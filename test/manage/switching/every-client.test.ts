import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { targetsWith } from '../../../src/cli/input/targets.ts';
import { Output } from '../../../src/cli/output/output.ts';
import { disabledError } from '../../../src/live/disabled-error.ts';
import { serversHere } from '../../../src/live/servers-here.ts';
import { nameOf, type Target } from '../../../src/manage/plan/target.ts';
import { setEnabled } from '../../../src/manage/set-enabled.ts';
import { wordsOf } from '../../../src/model/shell/shell-words.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { Page } from '../../api/support/page.ts';
import { isDeep } from '../../support/deep.ts';
import { answers, define, everyTarget, writeKeys, writeLists } from './support.ts';

const targets = everyTarget.map((target): [string, Target] => [nameOf(target), target]);

const all = (word: 'on' | 'off'): Record<string, string> => ({
  client: word,
  definition: word,
  list: word,
  test: word,
  gateway: word,
  matrix: word,
  page: word,
  'page of the client': word,
});

async function pageWith(target: Target): Promise<Page> {
  const page = new Page();
  await define(page.host, target);
  return page;
}

async function switchTo({ host }: Page, target: Target, on: boolean, everywhere = false): Promise<void> {
  await applyPlan(host, await setEnabled(host, 'x', on, [target], { everywhere }));
}

/** A parked entry is in no file, so the client has none. */
async function expectOff(page: Page, target: Target): Promise<void> {
  const said = await answers(page, target);
  const isParked = said['client'] === 'absent';
  expect(said).toEqual(isParked ? { ...all('off'), client: 'absent', definition: 'absent' } : all('off'));
}

/** The command that a disabled server names, carried out. */
async function followHint({ host }: Page): Promise<void> {
  const server = (await serversHere(host)).servers.find(({ name }) => name === 'x');
  if (!server?.disabled) throw new Error('It is on.');
  const line = /Run (plugboard .*) first\.$/.exec(disabledError(server).message)?.[1] ?? '';
  const [program, verb, name = '', ...rest] = wordsOf(line) ?? [];
  expect([program, verb]).toEqual(['plugboard', 'enable']);
  const where = rest.indexOf('--in') === -1 ? undefined : rest[rest.indexOf('--in') + 1];
  const meant = await targetsWith(
    { host, output: new Output([]) },
    name,
    where,
    undefined,
    new Command().exitOverride(),
  );
  await applyPlan(host, await setEnabled(host, name, true, meant));
}

describe.each(targets)('%s', (_, target) => {
  it('is off for everybody after disable, and on after the command that it names then', async () => {
    const page = await pageWith(target);
    expect(await answers(page, target)).toEqual(all('on'));
    await switchTo(page, target, false);
    await expectOff(page, target);
    await followHint(page);
    expect(await answers(page, target)).toEqual(all('on'));
  });

  it('is off for everybody after disable in every project, and on after enable', async () => {
    const page = await pageWith(target);
    await switchTo(page, target, false, true);
    await expectOff(page, target);
    await switchTo(page, target, true);
    expect(await answers(page, target)).toEqual(all('on'));
  });

  it.each([{ enabled: false }, { disabled: true }, ...(isDeep ? [{ enabled: false, disabled: true }] : [])])(
    'is the same to everybody, on after the command that it names, off after disable, when a person wrote %o',
    async (keys) => {
      const page = await pageWith(target);
      await writeKeys(page.host, target, keys);
      // Beside a key that the client obeys, one that it ignores means nothing.
      const before = await answers(page, target);
      expect(before).toEqual(all(before['test'] === 'off' ? 'off' : 'on'));
      if (before['test'] === 'off') await followHint(page);
      else await switchTo(page, target, true);
      expect(await answers(page, target)).toEqual(all('on'));
      await writeKeys(page.host, target, keys);
      await switchTo(page, target, false);
      await expectOff(page, target);
      await switchTo(page, target, true);
      expect(await answers(page, target)).toEqual(all('on'));
    },
  );

  it('is on for everybody after enable, whatever lists have it', async () => {
    const page = await pageWith(target);
    if ((await writeLists(page.host, target)) === 0) return;
    expect(await answers(page, target)).toEqual(all('off'));
    await switchTo(page, target, true);
    expect(await answers(page, target)).toEqual(all('on'));
  });
});
