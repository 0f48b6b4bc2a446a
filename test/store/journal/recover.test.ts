import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listHistory } from '../../../src/store/journal/history.ts';
import { recover } from '../../../src/store/journal/recover.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { box, failure, planOf, type Box } from '../support/box.ts';
import { dying, systemError, watched } from '../support/faults.ts';

/** Two files of which the first is new and the second is old, because the process died between them. */
async function interrupted(): Promise<Box> {
  const it = box();
  const files = ['a', 'b'].map((name) => ({ path: it.write(`project/${name}`, 'old'), before: 'old', after: 'new' }));
  const killed = dying(it.host, ({ name, to }) => name === 'rename' && to?.endsWith('project/b') === true);
  await failure(applyPlan(killed.host, planOf(...files)));
  expect([it.read('project/a'), it.read('project/b')]).toEqual(['new', 'old']);
  return it;
}

it('says nothing when there is nothing to repair', async () => {
  expect(await recover(box().host)).toBeUndefined();
});

it('is part of the next change, which tells about it', async () => {
  const it = await interrupted();
  const plan = planOf({ path: it.path('project/a'), before: 'old', after: 'next' });
  const applied = await applyPlan(it.host, plan);
  expect(applied?.recovery).toMatchObject({ rolledBack: [expect.any(String)], left: [], failed: [], damaged: [] });
  expect([it.read('project/a'), it.read('project/b')]).toEqual(['next', 'old']);
});

it('does not overwrite a file that another program has written meanwhile', async () => {
  const it = await interrupted();
  it.write('project/a', 'edited');
  expect(await recover(it.host)).toMatchObject({ left: [it.path('project/a')] });
  expect([it.read('project/a'), it.read('project/b')]).toEqual(['edited', 'old']);
  expect(it.names('project')).toEqual(['a', 'b']);
  const [entry] = await listHistory(it.host);
  expect(entry?.files).toEqual([
    { path: it.path('project/a'), change: 'changed', left: true },
    { path: it.path('project/b'), change: 'changed' },
  ]);
  expect(await recover(it.host)).toBeUndefined();
});

it('sets a damaged note aside and goes on', async () => {
  const it = await interrupted();
  const [name] = readdirSync(it.path('own/state/journal'));
  const note = it.path(`own/state/journal/${name}`);
  writeFileSync(it.path('own/state/journal/00000000.pending.json'), '{"version":1,');
  expect(await recover(it.host)).toMatchObject({ damaged: ['00000000'], rolledBack: [expect.any(String)] });
  expect(it.read('project/a')).toBe('old');
  expect(existsSync(note)).toBe(false);
});

it('leaves for later what it cannot do now, and lets other files be changed', async () => {
  const it = await interrupted();
  const faulty = watched(it.host, ({ name, to }) => {
    if (name === 'rename' && to?.endsWith('project/a')) throw systemError('EACCES');
  });
  const plan = planOf({ path: it.write('project/c', 'old'), before: 'old', after: 'new' });
  const applied = await applyPlan(faulty, plan);
  expect(applied?.recovery?.failed).toEqual([
    { id: expect.any(String), reason: expect.stringMatching(/project[/\\]a/) },
  ]);
  expect(it.read('project/c')).toBe('new');
  await recover(it.host);
  expect(it.read('project/a')).toBe('old');
});
