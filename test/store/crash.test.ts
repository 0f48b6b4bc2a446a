import { readlinkSync, symlinkSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { listHistory } from '../../src/store/journal/history.ts';
import { recover } from '../../src/store/journal/recover.ts';
import { undo } from '../../src/store/journal/undo.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { bits, box, failure, planOf, type Box } from './support/box.ts';
import { dying } from './support/faults.ts';

vi.setConfig({ testTimeout: 180_000 });

interface Scene {
  readonly box: Box;
  /** Without the state. */
  readonly before: string;
  readonly after: string;
  readonly plan: ReturnType<typeof planOf>;
}

/** Everything in the project with its mode; of the changed files, each as a whole. */
function look({ mode, names, read }: Box): string {
  return names('project')
    .map((name) => `${name} ${mode(`project/${name}`).toString(8)} ${read(`project/${name}`)}`)
    .join('\n');
}

function scene(files: number): Scene {
  const it = box();
  it.write('project/target', 'old link', 0o644);
  it.write('project/gone', 'old gone', 0o755);
  symlinkSync('target', it.path('project/link'));
  const changes = [
    { path: it.path('project/link'), before: 'old link', after: 'new link' },
    { path: it.path('project/gone'), before: 'old gone', after: undefined },
    { path: it.path('project/x/y/made'), before: undefined, after: 'made' },
  ].slice(0, files);
  const before = look(it);
  const mode = (it: number): string => bits(it).toString(8);
  const lines = [
    ...(files > 1 ? [] : [`gone ${mode(0o755)} old gone`]),
    `link ${mode(0o644)} new link`,
    `target ${mode(0o644)} new link`,
    ...(files > 2 ? [`x/y/made ${mode(0o644 & ~process.umask())} made`] : []),
  ];
  return { box: it, before, after: lines.join('\n'), plan: planOf(...changes) };
}

/** What any other program may see, at any moment: whole texts, and nothing else but files that are on their way. */
function expectWhole({ box }: Scene): void {
  const { read } = box;
  expect(['old link', 'new link']).toContain(read('project/link'));
  expect(['old gone', undefined]).toContain(read('project/gone'));
  expect([undefined, 'made']).toContain(read('project/x/y/made'));
}

async function expectAllOrNothing(scene: Scene): Promise<'after' | 'before'> {
  const { box, before, after } = scene;
  await recover(box.host);
  const now = look(box);
  expect([before, after]).toContain(now);
  const history = await listHistory(box.host);
  expect(history.length).toBe(now === after ? 1 : 0);
  return now === after ? 'after' : 'before';
}

it.each([
  [1, false],
  [2, false],
  [3, false],
  [3, true],
])(
  'a process that dies at any step of a plan of %i file(s) leaves all or nothing (torn writes: %s)',
  async (files, half) => {
    const outcomes = new Set<string>();
    for (let at = 1; ; at += 1) {
      const it = scene(files);
      const process = dying(it.box.host, (_, count) => count === at, half);
      await failure(applyPlan(process.host, it.plan));
      expectWhole(it);
      const outcome = await expectAllOrNothing(it);
      outcomes.add(outcome);
      // The next change is not blocked.
      if (outcome === 'before') await applyPlan(it.box.host, it.plan, { patience: 5000 });
      else await undo(it.box.host, undefined, { patience: 5000 });
      expect(look(it.box)).toBe(outcome === 'before' ? it.after : it.before);
      if (!process.died()) break;
    }
    expect(outcomes).toEqual(new Set(['after', 'before']));
  },
);

it('a process that dies while it repairs leaves something that can be repaired', async () => {
  for (let at = 1; ; at += 1) {
    const it = scene(3);
    const first = dying(it.box.host, ({ name, path }) => name === 'unlink' && path.endsWith('project/gone'));
    await failure(applyPlan(first.host, it.plan));
    expect(it.box.read('project/link')).toBe('new link');
    const second = dying(it.box.host, (_, count) => count === at);
    await failure(recover(second.host));
    expectWhole(it);
    expect(await expectAllOrNothing(it)).toBe('before');
    if (!second.died()) break;
  }
});

it('a process that dies at any step of renaming a link leaves the old link or the new one', async () => {
  const outcomes = new Set<string>();
  for (let at = 1; ; at += 1) {
    const it = box();
    it.write('project/target', 'text');
    symlinkSync('target', it.path('project/old'));
    const plan = planOf(
      { path: it.path('project/new'), before: undefined, after: 'target', link: true },
      { path: it.path('project/old'), before: 'target', after: undefined, link: true },
    );
    const process = dying(it.host, (_, count) => count === at);
    await failure(applyPlan(process.host, plan));
    await recover(it.host);
    const names = it.names('project').join(' ');
    outcomes.add(names);
    if (names === 'new target') await undo(it.host, undefined, { patience: 5000 });
    expect(it.names('project')).toEqual(['old', 'target']);
    expect([readlinkSync(it.path('project/old')), it.read('project/target')]).toEqual(['target', 'text']);
    if (!process.died()) break;
  }
  expect(outcomes).toEqual(new Set(['new target', 'old target']));
});
