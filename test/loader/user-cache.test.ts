import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { compiledFolder } from '../../loader/run/user-cache.ts';
import { nodeHost } from '../../src/store/host/node-host.ts';
import { places } from '../../src/store/state/places.ts';
import { canDenyWrites, compiledIn, type Installed, installed, isRoot } from './support/installed.ts';

it('is in the cache directory that the program uses', () => {
  expect(compiledFolder()).toBe(`${places(nodeHost()).cache}/compiled`);
});

describe.runIf(canDenyWrites)('a program that may not write into its own folder', () => {
  let program: Installed;
  let folder: string;

  beforeEach(() => {
    program = installed({ isWritable: false });
    folder = join(program.home, '.cache', 'plugboard', 'compiled');
  });

  function version(env?: NodeJS.ProcessEnv): void {
    const { status, stdout, stderr } = program.run(['--version'], env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  }

  it('keeps its compiled form in the cache of the user, closed to others, and uses it', () => {
    version();
    expect(readdirSync(program.dist).toSorted()).toEqual(['loader.cjs', 'program']);
    const file = compiledIn(folder) as string;
    const { ino, mode } = statSync(file);
    expect([mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
    version();
    expect(statSync(file).ino).toBe(ino);
  });

  it('adds only what the form beside the program lacks', () => {
    const other = installed({ isWritable: true });
    other.run(['--version']);
    const made = compiledIn(other.dist, 'compiled-') as string;
    chmodSync(program.dist, 0o755);
    renameSync(made, join(program.dist, made.slice(other.dist.length)));
    chmodSync(program.dist, 0o555);
    version();
    expect(existsSync(folder)).toBe(false);
    expect(program.run(['list']).status).toBe(0);
    const { ino } = statSync(compiledIn(folder) as string);
    expect(program.run(['list']).status).toBe(0);
    expect(statSync(compiledIn(folder) as string).ino).toBe(ino);
  });

  it('follows PLUGBOARD_HOME and XDG_CACHE_HOME', () => {
    version({ PLUGBOARD_HOME: join(program.home, 'own') });
    version({ XDG_CACHE_HOME: join(program.home, 'caches') });
    expect(compiledIn(join(program.home, 'own/cache/compiled'))).toBeDefined();
    expect(compiledIn(join(program.home, 'caches/plugboard/compiled'))).toBeDefined();
    expect(existsSync(folder)).toBe(false);
  });

  it('replaces a form that was changed', () => {
    version();
    const file = compiledIn(folder) as string;
    writeFileSync(file, 'x', { flag: 'r+' });
    version();
    expect(readFileSync(file, 'latin1')).toMatch(/^\{"build":/);
    version();
  });

  it.runIf(isRoot)('replaces a form that another user owns', () => {
    version();
    const file = compiledIn(folder) as string;
    chownSync(file, 12_345, 12_345);
    chmodSync(file, 0o644);
    version();
    expect(statSync(file).uid).toBe(statSync(program.home).uid);
  });

  it('closes a folder that is open to others before it uses it', () => {
    version();
    chmodSync(folder, 0o777);
    const { ino } = statSync(compiledIn(folder) as string);
    version();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(compiledIn(folder) as string).ino).not.toBe(ino);
  });

  it('does not use a folder behind a link', () => {
    version();
    renameSync(folder, `${folder}-elsewhere`);
    symlinkSync(`${folder}-elsewhere`, folder);
    const file = compiledIn(folder) as string;
    writeFileSync(file, 'x', { flag: 'r+' });
    const { ino } = statSync(file);
    version();
    expect(statSync(file).ino).toBe(ino);
  });

  it.runIf(isRoot)('does not use a folder of another user', () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    version();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('works when nothing can be written', () => {
    chmodSync(program.home, 0o555);
    version();
    expect(readdirSync(program.home)).toEqual([]);
  });

  it('survives many first runs at once', async () => {
    const codes = await program.runAtOnce(['--version'], 6);
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    const file = compiledIn(folder) as string;
    const { ino } = statSync(file);
    version();
    expect(statSync(file).ino).toBe(ino);
  });

  it('removes forms of old versions and files of killed processes', () => {
    version();
    const { uid, gid } = statSync(program.home);
    const add = (name: string, days: number): void => {
      const [path, when] = [join(folder, name), Date.now() / 1000 - days * 86_400];
      writeFileSync(path, '');
      utimesSync(path, when, when);
      chownSync(path, uid, gid);
    };
    for (let days = 1; days <= 8; days += 1) add(`old-${days}`, days);
    add('killed.tmp', 1);
    add('running.tmp', 0);
    expect(program.run(['list']).status).toBe(0);
    const own = readdirSync(folder).filter((name) => !/^old|tmp$/.test(name));
    expect(own).toHaveLength(1);
    expect(
      readdirSync(folder)
        .filter((name) => !own.includes(name))
        .toSorted(),
    ).toEqual(['old-1', 'old-2', 'old-3', 'old-4', 'old-5', 'running.tmp']);
  });
});

describe.runIf(isRoot)('root with the home of another user', () => {
  it('writes nothing there', () => {
    const program = installed({ isWritable: true });
    // A folder in the place of the form cannot be replaced, so the form would have to go into the cache.
    const name = `compiled-${process.version}-${process.arch}`;
    mkdirSync(join(program.dist, name, 'full'), { recursive: true });
    const home = mkdtempSync(join(homedir(), 'theirs-'));
    chownSync(home, 12_345, 12_345);
    expect(program.run(['--version'], { HOME: home }).status).toBe(0);
    expect(readdirSync(home)).toEqual([]);
    expect(program.run(['--version']).status).toBe(0);
    const own = compiledIn(join(program.home, '.cache/plugboard/compiled')) as string;
    expect(lstatSync(dirname(own)).mode & 0o777).toBe(0o700);
  });
});
