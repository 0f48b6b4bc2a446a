import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyPlan, commit } from '../../../src/store/write/apply-plan.ts';
import { bits, box, failure, planOf } from '../support/box.ts';
import { watched } from '../support/faults.ts';

describe('a plan', () => {
  it('changes, creates and deletes files, and makes directories', async () => {
    const { host, names, path, read, write } = box();
    write('project/a.json', 'old');
    write('project/gone.json', 'bye');
    const plan = planOf(
      { path: path('project/a.json'), before: 'old', after: 'new' },
      { path: path('project/deep/er/b.json'), before: undefined, after: 'made' },
      { path: path('project/gone.json'), before: 'bye', after: undefined },
    );
    expect(await applyPlan(host, plan)).toEqual({ id: expect.stringMatching(/^[0-9a-z]{8}$/) });
    expect(names('project')).toEqual(['a.json', 'deep/er/b.json']);
    expect(read('project/a.json')).toBe('new');
    expect(read('project/deep/er/b.json')).toBe('made');
  });

  it.each([0o600, 0o644, 0o755, 0o640])('keeps mode %o', async (mode) => {
    const { host, mode: modeOf, write } = box();
    const path = write('project/a.json', 'old', mode);
    await applyPlan(host, planOf({ path, before: 'old', after: 'new' }));
    expect(modeOf('project/a.json')).toBe(bits(mode));
  });

  it('makes files of a project for all and others for their user alone', async () => {
    const { host, mode, path } = box();
    mkdirSync(path('home/code/.git'), { recursive: true });
    const names = [
      'project/x/a',
      'home/code/sub/a',
      'home/.claude.json',
      'home/.codex/a',
      'home/elsewhere/a',
      'other/a',
    ];
    const changes = names.map((name) => ({ path: path(name), before: undefined, after: 'x' }));
    await applyPlan(host, planOf(...changes));
    const masked = bits(0o644 & ~process.umask());
    expect(names.map(mode)).toEqual([masked, masked, ...Array.from({ length: 4 }, () => bits(0o600))]);
    expect(mode('home/.codex')).toBe(bits(0o700));
    expect(mode('project/x')).toBe(bits(0o755 & ~process.umask()));
  });

  it.skipIf(process.platform === 'win32')('keeps what it remembers from others', async () => {
    const { host, path, write } = box();
    await applyPlan(host, planOf({ path: write('project/a', 'old'), before: 'old', after: 'new' }));
    const entries = readdirSync(path('own'), { recursive: true, encoding: 'utf8' }).map((name) => path(`own/${name}`));
    const modes = entries.map(
      (entry) => (statSync(entry).isDirectory() ? 'd' : '') + (statSync(entry).mode & 0o777).toString(8),
    );
    expect(modes.toSorted()).toEqual(['600', '600', 'd700', 'd700', 'd700']);
    expect(statSync(path('own')).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['a byte order mark', '\uFEFF{}', '\uFEFF{"a":1}'],
    ['CRLF', 'a\r\nb\r\n', 'a\r\nc\r\n'],
    ['an empty text', 'a', ''],
    ['an empty file', '', 'a'],
    ['astral characters', '𝄞', '𝄞𝄞\u0000'],
  ])('writes %s byte for byte', async (_, before, after) => {
    const { host, write } = box();
    const path = write('project/a', before);
    await applyPlan(host, planOf({ path, before, after }));
    expect(readFileSync(path).equals(Buffer.from(after))).toBe(true);
  });

  it('writes 10 MB', async () => {
    const { host, write } = box();
    const [before, after] = ['0123456789'.repeat(1_000_000), '9876543210'.repeat(1_000_000)];
    const path = write('project/a', before);
    await applyPlan(host, planOf({ path, before, after }));
    expect(readFileSync(path, 'utf8') === after).toBe(true);
  });

  it('that changes nothing touches nothing', async () => {
    const { host, path } = box();
    const seen: string[] = [];
    const spied = watched(host, ({ name }) => void seen.push(name));
    const plan = planOf({ path: path('project/a'), before: 'x', after: 'x' });
    expect(await applyPlan(spied, plan)).toBeUndefined();
    expect(seen).toEqual([]);
    expect(await commit(host, async () => plan)).toEqual({ plan });
    expect(readdirSync(path('own/state'))).toEqual([]);
  });
});

describe('a conflict', () => {
  it.each([
    ['has another text', 'edited', 'old'],
    ['has appeared', 'edited', undefined],
    ['has gone', undefined, 'old'],
  ])('is a file that %s: nothing is written, not even beside it', async (_, now, before) => {
    const { host, names, path, read, write } = box();
    const other = { path: write('project/a', 'old'), before: 'old', after: 'new' };
    if (now !== undefined) write('project/b', now);
    const plan = planOf(other, { path: path('project/b'), before, after: 'mine' });
    expect(await failure(applyPlan(host, plan))).toMatchObject({ code: 'conflict', data: { path: path('project/b') } });
    expect([read('project/a'), read('project/b')]).toEqual(['old', now]);
    expect(names('own')).toEqual([]);
  });

  it('is an edit of a file that the plan looked at but leaves alone', async () => {
    const { host, read, write } = box();
    const looked = { path: write('project/b', 'edited'), before: 'old', after: 'old' };
    const plan = planOf({ path: write('project/a', 'old'), before: 'old', after: 'new' }, looked);
    expect(await failure(applyPlan(host, plan))).toMatchObject({ code: 'conflict' });
    expect(read('project/a')).toBe('old');
  });

  it('is seen at the last moment, and what was already put in place goes back', async () => {
    const { host, names, read, write } = box();
    const files = ['a', 'b'].map((name) => ({ path: write(`project/${name}`, 'old'), before: 'old', after: 'new' }));
    const late = watched(host, ({ name, to }) => {
      if (name === 'rename' && to?.endsWith('project/a')) write('project/b', 'edited');
    });
    expect(await failure(applyPlan(late, planOf(...files)))).toMatchObject({ code: 'conflict' });
    expect([read('project/a'), read('project/b')]).toEqual(['old', 'edited']);
    expect(names('project')).toEqual(['a', 'b']);
  });
});

describe('a symbolic link', () => {
  it('stays, and what it leads to is replaced or deleted', async () => {
    const { host, mode, path, read, write } = box();
    write('home/dotfiles/real.json', 'old', 0o644);
    mkdirSync(path('home/linked'));
    symlinkSync('../dotfiles/real.json', path('home/linked/one'));
    symlinkSync('linked', path('home/way'));
    symlinkSync('way/one', path('home/two'));
    await applyPlan(host, planOf({ path: path('home/two'), before: 'old', after: 'new' }));
    expect([readlinkSync(path('home/two')), read('home/dotfiles/real.json')]).toEqual(['way/one', 'new']);
    expect(mode('home/dotfiles/real.json')).toBe(bits(0o644));
    await applyPlan(host, planOf({ path: path('home/two'), before: 'new', after: undefined }));
    expect(lstatSync(path('home/two')).isSymbolicLink()).toBe(true);
    expect(read('home/dotfiles/real.json')).toBeUndefined();
  });

  it('that leads nowhere gets its target', async () => {
    const { host, path, read } = box();
    symlinkSync('dotfiles/new.json', path('home/link'));
    await applyPlan(host, planOf({ path: path('home/link'), before: undefined, after: 'made' }));
    expect(read('home/dotfiles/new.json')).toBe('made');
    expect(lstatSync(path('home/link')).isSymbolicLink()).toBe(true);
  });

  it('that leads in a circle is refused', async () => {
    const { host, path } = box();
    symlinkSync('b', path('home/a'));
    symlinkSync('a', path('home/b'));
    const plan = planOf({ path: path('home/a'), before: undefined, after: 'x' });
    expect(await failure(applyPlan(host, plan))).toMatchObject({
      code: 'write-failed',
      data: { path: path('home/a'), reason: expect.stringContaining('loop') },
    });
  });

  it('and its target are one file', async () => {
    const { host, path, read, write } = box();
    symlinkSync('a', path('project/link'));
    const changes = [write('project/a', 'old'), path('project/link')];
    const plan = planOf(...changes.map((it) => ({ path: it, before: 'old', after: `by ${it}` })));
    expect(await failure(applyPlan(host, plan))).toMatchObject({ data: { reason: expect.stringContaining('twice') } });
    expect(read('project/a')).toBe('old');
  });
});

describe('paths that are not writable files', () => {
  it.each([
    ['project', 'it is a directory'],
    ['project/file/a', 'project/file is not a directory'],
  ])('a directory, or a file in place of one: %s', async (name, reason) => {
    const { host, path, write } = box();
    write('project/file', '');
    const plan = planOf({ path: path(name), before: undefined, after: 'x' });
    expect(await failure(applyPlan(host, plan))).toMatchObject({
      code: 'write-failed',
      data: { path: path(name), reason: expect.stringContaining(reason) },
    });
  });

  it.skipIf(process.platform === 'win32')('a socket', async () => {
    const { host, path } = box();
    const server = createServer().listen(path('project/a'));
    await once(server, 'listening');
    const plan = planOf({ path: path('project/a'), before: undefined, after: 'x' });
    expect(await failure(applyPlan(host, plan))).toMatchObject({ data: { reason: 'it is not a regular file' } });
    server.close();
  });

  it('a read-only file, also for root', async () => {
    const { host, read, write } = box();
    const plan = planOf({ path: write('project/a', 'old', 0o444), before: 'old', after: 'new' });
    expect(await failure(applyPlan(host, plan))).toMatchObject({ data: { reason: 'it is read-only' } });
    expect(read('project/a')).toBe('old');
  });

  // For root, and on Windows, a directory is never read-only; failures.test.ts has the disk refuse instead.
  const cannot = process.getuid === undefined || process.getuid() === 0;
  it.skipIf(cannot)(`a read-only directory${cannot ? ' (skipped: this user may write everywhere)' : ''}`, async () => {
    const { host, names, path } = box();
    mkdirSync(path('project/locked'), { mode: 0o555 });
    const plan = planOf({ path: path('project/locked/a'), before: undefined, after: 'x' });
    expect(await failure(applyPlan(host, plan))).toMatchObject({ data: { reason: 'permission denied' } });
    expect(names('project/locked')).toEqual([]);
  });
});

it('uses the places of the environment when nothing moves them', async () => {
  const { host, write } = box();
  const usual = { ...host, env: process.env };
  await applyPlan(usual, planOf({ path: write('project/a', 'old'), before: 'old', after: 'new' }));
  const state = process.platform === 'win32' ? 'AppData/Local/plugboard/state' : '.local/state/plugboard';
  expect(readdirSync(join(homedir(), state)).toSorted()).toEqual(['backups', 'journal']);
});
