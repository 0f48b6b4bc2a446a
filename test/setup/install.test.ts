import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SmallCheckout } from './support/small-checkout.ts';

const stamp = 'node_modules/.plugboard-install';

// On Windows the console passes Ctrl+C on, and a script cannot stand for npm.
describe.skipIf(process.platform === 'win32')('the installation of packages', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('waits after %s for npm, which gets it once, and keeps the lock until then', async (signal, code) => {
    const here = new SmallCheckout();
    const run = here.install();
    await expect.poll(() => here.log()).toEqual(['started']);
    run.child.kill(signal);
    await expect.poll(() => here.log()).toEqual(['started', signal]);
    run.child.kill(signal);
    const second = here.install();
    await expect.poll(() => second.output()).toContain(here.path('.setup.lock'));
    expect(run.child.exitCode).toBeNull();
    here.write('go', '');
    expect(await run.end).toBe(code);
    expect(await second.end).toBe(0);
    expect(here.log()).toEqual(['started', signal, 'ended', 'started', 'ended']);
    expect(here.has('node_modules/two/package.json')).toBe(true);
    expect(here.has('.setup.lock')).toBe(false);
  });

  it('waits for an npm whose run was killed, and then starts afresh', async () => {
    const here = new SmallCheckout();
    const run = here.install();
    await expect.poll(() => here.log()).toEqual(['started']);
    here.write('node_modules/half/file', '');
    run.child.kill('SIGKILL');
    await run.end;
    const second = here.install();
    await expect.poll(() => second.output()).toContain('waiting');
    expect(here.log()).toEqual(['started']);
    here.write('go', '');
    expect(await second.end).toBe(0);
    expect(here.log()).toEqual(['started', 'ended', 'started', 'ended']);
    expect(here.has('node_modules/half')).toBe(false);
    expect(here.has('node_modules/two/package.json')).toBe(true);
  });

  it('is repeated if a package is gone, and not otherwise', async () => {
    const here = new SmallCheckout();
    here.write('go', '');
    for (const _ of [1, 2]) expect(await here.install().end).toBe(0);
    expect(here.log()).toHaveLength(2);
    here.remove('node_modules/one');
    expect(await here.install().end).toBe(0);
    expect(here.log()).toHaveLength(4);
    expect(here.has('node_modules/one/package.json')).toBe(true);
  });

  it.each(['.modules.yaml', '.pnpm/lock.yaml', '.yarn-state.yml', '.yarn-integrity'])(
    'starts afresh if %s tells that another package manager has installed',
    async (note) => {
      const here = new SmallCheckout();
      here.write('go', '');
      here.write(`node_modules/${note}`, '');
      here.write('node_modules/of-another/file', '');
      expect(await here.install().end).toBe(0);
      expect(here.has('node_modules/of-another')).toBe(false);
      expect(here.has('node_modules/two/package.json')).toBe(true);
    },
  );

  it('does not count if npm left a package out', async () => {
    const here = new SmallCheckout();
    here.write('go', '');
    here.write('offers', 'one');
    const run = here.install();
    expect(await run.end).toBe(1);
    expect(run.output()).toContain('node_modules/two');
    expect(readFileSync(here.path(stamp), 'utf8')).toBe('unfinished');
    here.write('offers', 'one,two');
    expect(await here.install().end).toBe(0);
  });

  it.each(['', '{', 'null'])('is repeated if the note of npm is damaged: %j', async (note) => {
    const here = new SmallCheckout();
    here.write('go', '');
    expect(await here.install().end).toBe(0);
    here.write('node_modules/.package-lock.json', note);
    expect(await here.install().end).toBe(0);
    expect(here.log()).toHaveLength(4);
    expect(await here.install().end).toBe(0);
    expect(here.log()).toHaveLength(4);
  });

  it.each(['package.json', 'package-lock.json'])('names a damaged %s of the repository', async (name) => {
    const here = new SmallCheckout();
    here.write('go', '');
    here.write(name, '');
    const run = here.install();
    expect(await run.end).toBe(1);
    expect(run.output()).toContain(here.path(name));
    expect(here.log()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('takes over a lock whose id another process has by now', async () => {
    const here = new SmallCheckout();
    here.write('go', '');
    here.write('.setup.lock', `${process.pid}\n`);
    expect(await here.install().end).toBe(0);
  });
});
