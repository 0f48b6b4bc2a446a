import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { add } from '../../src/manage/add.ts';
import { setEnabled } from '../../src/manage/set-enabled.ts';
import { fingerprint } from '../../src/store/read/fingerprint.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { target } from '../manage/support/workspace.ts';
import { clinic, codesOf } from './support/clinic.ts';

it('are none after ordinary work', async () => {
  const { host, issues } = clinic();
  await applyPlan(host, await add(host, 'x', { command: 'node' }, [target('amp:user')]));
  await applyPlan(host, await setEnabled(host, 'x', false, [target('amp:user')]));
  expect(await issues()).toEqual([]);
});

it('are notes about a file that is gone', async () => {
  const { host, path, one, repair, issues } = clinic();
  await applyPlan(host, await add(host, 'x', { command: 'node' }, [target('amp:user')]));
  await applyPlan(host, await setEnabled(host, 'x', false, [target('amp:user')]));
  rmSync(path('~/.config/amp/settings.json'));
  const issue = await one('ledger-stale');
  expect(issue.evidence).toEqual(['they hold the servers switched off there: x']);
  await repair('ledger-stale');
  expect(await issues()).toEqual([]);
});

it('are changes that were interrupted', async () => {
  const { host, path, read, repair, one, issues } = clinic({ 'a.txt': 'new' });
  const journal = join(String(host.env['PLUGBOARD_HOME']), 'state/journal');
  const file = {
    path: path('a.txt'),
    target: path('a.txt'),
    after: fingerprint(Buffer.from('newer')),
    directories: [],
  };
  const entry = { version: 1, id: '0abc', time: '2026-01-01T00:00:00.000Z', title: 'add x', files: [file] };
  mkdirSync(journal, { recursive: true });
  writeFileSync(join(journal, '0abc.pending.json'), JSON.stringify(entry));
  expect(await one('change-interrupted')).toMatchObject({ args: { title: 'add x' }, evidence: [path('a.txt')] });
  expect(read('a.txt')).toBe('new');
  await repair('change-interrupted');
  expect(codesOf(await issues())).toEqual([]);
});
