import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { clearSelections, readSelection, saveSelection } from '../../src/sets/selection.ts';
import { bits, failure } from '../store/support/box.ts';
import { systemError, watched } from '../store/support/faults.ts';
import { setsBox } from './support/sets-box.ts';

const key = { project: '/code/app', directory: '/sets' };
const kept = 'own/cache/selections';

/** The only file with a selection, from the root of the box. */
function fileIn({ names }: { names(name?: string): string[] }): string {
  const [name, ...others] = names(kept);
  expect(others).toEqual([]);
  return `${kept}/${name}`;
}

describe('a selection', () => {
  it('is remembered for a project and a directory', async () => {
    const { host } = setsBox();
    expect(await readSelection(host, key)).toBeUndefined();
    await saveSelection(host, key, ['a', 'b']);
    expect(await readSelection(host, key)).toEqual(['a', 'b']);
    expect(await readSelection(host, { ...key, project: '/code/other' })).toBeUndefined();
    expect(await readSelection(host, { ...key, directory: '/others' })).toBeUndefined();
    await saveSelection(host, { ...key, directory: '/others' }, ['c']);
    await saveSelection(host, key, []);
    expect(await readSelection(host, key)).toEqual([]);
    expect(await readSelection(host, { ...key, directory: '/others' })).toEqual(['c']);
  });

  it('is kept with all that it is about, for its user alone', async () => {
    const inBox = setsBox();
    const now = new Date('2026-11-20T10:00:00Z');
    await saveSelection({ ...inBox.host, now: () => now }, key, ['a']);
    const file = fileIn(inBox);
    expect(JSON.parse(inBox.read(file) ?? '')).toEqual({
      schema: 1,
      project: '/code/app',
      configDirectory: '/sets',
      sets: ['a'],
      time: '2026-11-20T10:00:00.000Z',
    });
    expect(inBox.mode(file)).toBe(bits(0o600));
    expect(inBox.mode(kept)).toBe(bits(0o700));
    expect(inBox.mode('own/cache')).toBe(bits(0o700));
  });

  const whole = { schema: 1, project: key.project, configDirectory: key.directory, sets: ['a'], time: '2026' };
  it.each([
    '',
    '{',
    'null',
    '[]',
    JSON.stringify({ ...whole, schema: 2 }),
    JSON.stringify({ ...whole, project: '/code/other' }),
    JSON.stringify({ ...whole, configDirectory: '/others' }),
    JSON.stringify({ ...whole, sets: 'a' }),
    JSON.stringify({ ...whole, sets: [1] }),
    JSON.stringify({ ...whole, time: undefined }),
  ])('that is damaged or not ours is none: %s', async (text) => {
    const inBox = setsBox();
    await saveSelection(inBox.host, key, ['a']);
    const file = fileIn(inBox);
    inBox.write(file, JSON.stringify(whole));
    expect(await readSelection(inBox.host, key)).toEqual(['a']);
    inBox.write(file, text);
    expect(await readSelection(inBox.host, key)).toBeUndefined();
    await saveSelection(inBox.host, key, ['b']);
    expect(await readSelection(inBox.host, key)).toEqual(['b']);
  });

  it('that may not be read is none', async () => {
    const { host } = setsBox();
    await saveSelection(host, key, ['a']);
    const faulty = watched(host, ({ name }) => {
      if (name === 'readFile') throw systemError('EACCES');
    });
    expect(await readSelection(faulty, key)).toBeUndefined();
  });

  it.each(['makeDirectory', 'create', 'write', 'close', 'rename'])(
    'that cannot be kept says so, and nothing is left of it: %s',
    async (step) => {
      const inBox = setsBox();
      if (step !== 'makeDirectory') await saveSelection(inBox.host, key, ['old']);
      const faulty = watched(inBox.host, ({ name }) => {
        if (name === step) throw systemError('ENOSPC');
      });
      const error = await failure(saveSelection(faulty, key, ['new']));
      expect(error).toMatchObject({ code: 'write-failed', data: { reason: 'the disk is full' } });
      if (step === 'makeDirectory') return;
      expect(await readSelection(inBox.host, key)).toEqual(['old']);
      fileIn(inBox);
    },
  );

  it('may be made by many processes at once', async () => {
    const inBox = setsBox();
    const outfile = join(mkdtempSync(join(homedir(), 'worker-')), 'worker.mjs');
    const entryPoints = [fileURLToPath(new URL('support/save-selections.ts', import.meta.url))];
    await build({ entryPoints, outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' });
    const names = ['a', 'b', 'c', 'd'];
    const workers = names.map((name) =>
      spawn(process.execPath, [outfile, key.project, name], {
        env: inBox.host.env,
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    await Promise.all(workers.map((worker) => once(worker.stdout, 'data')));
    const ends = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.stdin.write('go');
    expect(await Promise.all(ends)).toEqual(names.map(() => [0, null]));
    expect(names).toContain((await readSelection(inBox.host, key))?.[0]);
    fileIn(inBox);
  });

  it('may be made several times at once by one process', async () => {
    const inBox = setsBox();
    await Promise.all(Array.from({ length: 20 }, (_, index) => saveSelection(inBox.host, key, [String(index)])));
    expect(await readSelection(inBox.host, key)).toHaveLength(1);
    fileIn(inBox);
  });
});

describe('forgetting', () => {
  it('takes all selections and nothing else', async () => {
    const inBox = setsBox();
    expect(await clearSelections(inBox.host)).toBe(0);
    for (const project of ['/a', '/b', '/c']) await saveSelection(inBox.host, { ...key, project }, ['x']);
    const [first = ''] = inBox.names(kept);
    inBox.write(`${kept}/${first}.77-abc-def.tmp`, 'half');
    inBox.write(`${kept}/${first}`, 'damaged');
    inBox.write(`${kept}/notes.json`, 'mine');
    inBox.write('own/cache/server-names.json', '{}');
    expect(await clearSelections(inBox.host)).toBe(3);
    expect(inBox.names(kept)).toEqual(['notes.json']);
    expect(inBox.read('own/cache/server-names.json')).toBe('{}');
    expect(await clearSelections(inBox.host)).toBe(0);
  });

  it('tolerates that another process was faster', async () => {
    const { host } = setsBox();
    await saveSelection(host, key, ['x']);
    const late = watched(host, ({ name }) => {
      if (name === 'unlink') throw systemError('ENOENT');
    });
    expect(await clearSelections(late)).toBe(0);
  });

  it('says what cannot be removed', async () => {
    const { host } = setsBox();
    await saveSelection(host, key, ['x']);
    const faulty = watched(host, ({ name }) => {
      if (name === 'unlink') throw systemError('EACCES');
    });
    expect(await failure(clearSelections(faulty))).toMatchObject({
      code: 'write-failed',
      data: { reason: 'permission denied' },
    });
  });
});
