import { describe, expect, it } from 'vitest';
import { SmallCheckout } from './support/small-checkout.ts';

const install = `import { ensure } from './scripts/setup.mjs'; await ensure(['browser']);`;
const needing = (...programs: readonly string[]): string =>
  `import { requirePrograms } from './scripts/setup/require-programs.mjs';
requirePrograms(${programs.map((name) => JSON.stringify(name)).join()});
console.log('went on');`;

// Other systems have a browser in places outside the PATH.
describe.runIf(process.platform === 'linux')('a machine without a browser', () => {
  it('says why none could be installed, goes on, and tries again only when asked', async () => {
    const here = new SmallCheckout();
    here.write('bin/apt-get', '#!/bin/sh\necho "E: no route to the mirror"\nexit 100\n', 0o755);
    here.write('node_modules/playwright-core/cli.js', 'console.log("no route to the download"); process.exit(1);');
    const first = here.start(install);
    expect(await first.end).toBe(0);
    expect(first.output()).toContain('no route to the download');
    expect(first.output()).toContain('PLUGBOARD_CHROMIUM');
    const second = here.start(install);
    expect(await second.end).toBe(0);
    expect(second.output()).toBe('');
    here.remove('node_modules/.plugboard-not-installed');
    const third = here.start(install);
    expect(await third.end).toBe(0);
    expect(third.output()).toContain('no route to the download');
  });

  it('says how to try those again that were tried, also if others were not', async () => {
    const here = new SmallCheckout();
    here.write('node_modules/.plugboard-not-installed', 'Chromium\nzsh');
    const script = `import { howToRetry } from './scripts/setup/tried.mjs';
console.log(howToRetry(['fish', 'Chromium']), [howToRetry(['fish']), howToRetry([])]);`;
    const run = here.start(script);
    expect(await run.end).toBe(0);
    expect(run.output()).toMatch(/of Chromium tried again. \[ '', '' \]\n$/);
  });

  it.each([['Chromium'], ['redis-server', 'nginx']])('ends a command that needs %s', async (...programs) => {
    const run = new SmallCheckout().start(needing(...programs));
    expect(await run.end).toBe(1);
    expect(run.output().trim().split('\n')).toHaveLength(1);
    for (const program of programs) expect(run.output()).toContain(program);
  });

  it('does not end a command whose programs are there', async () => {
    const here = new SmallCheckout();
    here.write('bin/nginx', '#!/bin/sh\n', 0o755);
    const run = here.start(needing('nginx'));
    expect(await run.end).toBe(0);
    expect(run.output()).toBe('went on\n');
  });
});
