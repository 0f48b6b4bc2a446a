import { chmodSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleDirectory, keepBundle } from '../../src/store/bundles/keep-bundle.ts';
import { listHistory } from '../../src/store/journal/history.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { bits, box, failure, planOf, type Box } from './support/box.ts';
import { systemError, watched, type Step } from './support/faults.ts';

const change = ({ path }: Box, name: string, before: string | undefined, after: string | undefined) => ({
  path: path(`project/${name}`),
  before,
  after,
});

/** Three files: one changed, one created in a new directory, one deleted. */
function three(): { box: Box; plan: ReturnType<typeof planOf> } {
  const it = box();
  it.write('project/a', 'old a', 0o640);
  it.write('project/c', 'old c', 0o755);
  const changes = [
    change(it, 'a', 'old a', 'new a'),
    change(it, 'd/b', undefined, 'b'),
    change(it, 'c', 'old c', undefined),
  ];
  return { box: it, plan: planOf(...changes) };
}

async function expectUntouched({ host, mode, names, read }: Box): Promise<void> {
  expect(names('project')).toEqual(['a', 'c']);
  expect([read('project/a'), read('project/c')]).toEqual(['old a', 'old c']);
  expect([mode('project/a'), mode('project/c')]).toEqual([bits(0o640), bits(0o755)]);
  expect(names('own/state')).toEqual([]);
  expect(await listHistory(host)).toEqual([]);
}

describe('the disk refuses', () => {
  const inProject = ({ path, to }: Step): boolean => `${path} ${to ?? ''}`.includes('/project');
  const cases: readonly [name: string, where: string, code: string, reason: string][] = [
    ['create', '-0.tmp', 'EACCES', 'permission denied'],
    ['create', '-1.tmp', 'EROFS', 'the disk is read-only'],
    ['write', '-0.tmp', 'ENOSPC', 'the disk is full'],
    ['write', '-1.tmp', 'EDQUOT', 'the disk quota is used up'],
    ['sync', '-1.tmp', 'ENOSPC', 'the disk is full'],
    ['sync', '-0.tmp', 'EIO', 'the disk reports an error'],
    ['close', '-1.tmp', 'EIO', 'the disk reports an error'],
    ['chmod', '-0.tmp', 'EPERM', 'permission denied'],
    ['makeDirectory', '/d', 'EACCES', 'permission denied'],
    ['rename', '-0.tmp', 'EXDEV', 'the drive cannot replace a file atomically'],
    ['rename', '-1.tmp', 'EPERM', 'permission denied'],
    ['rename', '-1.tmp', 'EBUSY', 'it is in use or a mount point, and cannot be replaced atomically'],
    ['unlink', '/c', 'EACCES', 'permission denied'],
  ];
  /** Windows has no chmod, and waits for a file that is refused in this way; the last tests below are about that. */
  const isOther = process.platform === 'win32' ? /chmod|EPERM|EBUSY|unlink/ : /^$/;
  it.each(cases.filter(([name, , code]) => !isOther.test(`${name} ${code}`)))(
    '%s of …%s with %s: all is as before',
    async (name, where, code, reason) => {
      const { box, plan } = three();
      const faulty = watched(box.host, (step) => {
        if (step.name === name && inProject(step) && step.path.endsWith(where)) throw systemError(code);
      });
      expect(await failure(applyPlan(faulty, plan))).toMatchObject({
        code: 'write-failed',
        data: { reason, path: expect.stringContaining(box.path('project')) },
        cause: { code },
      });
      await expectUntouched(box);
      expect(await applyPlan(box.host, plan)).toBeDefined();
    },
  );

  it.each(['create', 'write', 'sync', 'rename', 'makeDirectory'])('our own files: %s', async (name) => {
    const { box, plan } = three();
    const faulty = watched(box.host, (step) => {
      if (step.path.includes('/own') && step.name === name) throw systemError('ENOSPC');
    });
    expect(await failure(applyPlan(faulty, plan))).toMatchObject({
      code: 'write-failed',
      data: { path: expect.stringContaining('/own'), reason: 'the disk is full' },
    });
    if (name !== 'makeDirectory') await expectUntouched(box);
  });

  it('the last step, by which the change would have happened', async () => {
    const { box, plan } = three();
    const faulty = watched(box.host, ({ name, path }) => {
      if (name === 'rename' && path.endsWith('.pending.json')) throw systemError('EIO');
    });
    expect(await failure(applyPlan(faulty, plan))).toMatchObject({ code: 'write-failed' });
    await expectUntouched(box);
  });

  it('half of a text is written: no reader sees it', async () => {
    const { box, plan } = three();
    const faulty = watched(box.host, ({ name, path }) =>
      name === 'write' && path.endsWith('-1.tmp') ? 'half' : undefined,
    );
    expect(await failure(applyPlan(faulty, plan))).toMatchObject({ data: { reason: 'the disk is full' } });
    await expectUntouched(box);
  });

  it('a rename on Windows for a moment: it is tried again', async () => {
    const { box, plan } = three();
    let refusals = 3;
    const faulty = watched({ ...box.host, platform: 'win32' }, ({ name, to }) => {
      if (name === 'rename' && to?.endsWith('project/a') && (refusals -= 1) >= 0) throw systemError('EPERM');
    });
    expect(await applyPlan(faulty, plan)).toBeDefined();
    expect(box.read('project/a')).toBe('new a');
  });

  it('any of our files on Windows for a moment: it is tried again, and the lock is released', async () => {
    const { box, plan } = three();
    const refused = new Set<string>();
    const faulty = watched({ ...box.host, platform: 'win32' }, ({ name, path, to }) => {
      const step = `${name} ${path} ${to ?? ''}`;
      const isFirst = !refused.has(step) && (name === 'rename' || (name === 'unlink' && !path.includes('lock.new')));
      if (!isFirst) return;
      refused.add(step);
      throw systemError('EBUSY');
    });
    expect(await applyPlan(faulty, plan)).toBeDefined();
    expect([...refused].some((step) => step.includes('.pending.json'))).toBe(true);
    expect(box.read('project/a')).toBe('new a');
    expect(box.names('own/state').filter((name) => /lock|tmp|pending/.test(name))).toEqual([]);
  });

  it('a new bundle on Windows for a moment: it is tried again', async () => {
    const { host } = box();
    let refusals = 2;
    const faulty = watched({ ...host, platform: 'win32' }, ({ name }) => {
      if (name === 'rename' && (refusals -= 1) >= 0) throw systemError('EACCES');
    });
    const sha256 = 'ab'.repeat(32);
    await keepBundle(faulty, sha256, [{ name: 'a', isExecutable: false, read: () => Buffer.from('x') }]);
    expect(readFileSync(`${bundleDirectory(host, sha256)}/a`, 'utf8')).toBe('x');
  });

  it('a file on Windows that another program keeps open: the error says so', async () => {
    const { box, plan } = three();
    const faulty = watched({ ...box.host, platform: 'win32' }, ({ name, to }) => {
      if (name === 'rename' && to?.endsWith('project/a')) throw systemError('EBUSY');
    });
    const reason = expect.stringMatching(/^another program has it open/);
    expect(await failure(applyPlan(faulty, plan))).toMatchObject({ code: 'write-failed', data: { reason } });
    await expectUntouched(box);
  });

  it('a file that became read-only on Windows: it is not tried again', async () => {
    const { box, plan } = three();
    let attempts = 0;
    const faulty = watched({ ...box.host, platform: 'win32' }, ({ name, to }) => {
      if (name !== 'rename' || !to?.endsWith('project/a')) return;
      attempts += 1;
      chmodSync(to, 0o440);
      throw systemError('EPERM');
    });
    expect(await failure(applyPlan(faulty, plan))).toMatchObject({ data: { reason: 'it is read-only' } });
    expect([attempts, box.read('project/a')]).toEqual([1, 'old a']);
  });

  it('links: the lock works without them', async () => {
    const { box, plan } = three();
    const faulty = watched(box.host, ({ name }) => {
      if (name === 'link') throw systemError('EPERM');
    });
    expect(await applyPlan(faulty, plan)).toBeDefined();
    expect(box.names('own/state').filter((name) => name.startsWith('lock'))).toEqual([]);
  });

  it('old entries to be removed: the change has happened all the same', async () => {
    const { box, plan } = three();
    const faulty = watched(box.host, ({ name, path }) => {
      if (name === 'readDirectory' && path.endsWith('backups')) throw systemError('EIO');
    });
    expect(await applyPlan(faulty, plan)).toBeDefined();
    expect(box.read('project/a')).toBe('new a');
  });
});

describe('putting back fails too', () => {
  it('says so and where the old text is; the next call puts it back', async () => {
    const { box, plan } = three();
    let broken = false;
    const faulty = watched(box.host, ({ name, path, to }) => {
      if (name === 'unlink' && path.endsWith('project/c')) broken = true;
      if (broken && (path.includes('/project/') || to?.includes('/project/'))) throw systemError('EIO');
    });
    const error = await failure(applyPlan(faulty, plan));
    expect(error).toMatchObject({ code: 'rollback-failed', data: { reason: 'the disk reports an error' } });
    expect(box.read('project/a')).toBe('new a');
    await expectUntouchedAfterHistory(box);
  });

  async function expectUntouchedAfterHistory(it: Box): Promise<void> {
    expect(await listHistory(it.host)).toEqual([]);
    await expectUntouched(it);
  }
});

it('a file that does not hold what was written is noticed, and is not overwritten again', async () => {
  const { box, plan } = three();
  const meddled = watched(box.host, ({ name, path }) => {
    if (name === 'unlink' && path.endsWith('project/c')) box.write('project/a', 'edited');
  });
  expect(await failure(applyPlan(meddled, plan))).toMatchObject({
    code: 'conflict',
    data: { path: box.path('project/a') },
  });
  expect([box.read('project/a'), box.read('project/d/b'), box.read('project/c')]).toEqual([
    'edited',
    undefined,
    'old c',
  ]);
  const [entry] = await listHistory(box.host);
  expect(entry?.files.map(({ left }) => left)).toEqual([true, undefined, undefined]);
});
