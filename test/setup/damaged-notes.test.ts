import { describe, expect, it } from 'vitest';
import { SmallCheckout } from './support/small-checkout.ts';

const ask = `
import { nodeVersions, nodeVersionsAreMissing } from './scripts/setup/node-versions.mjs';
import { windowsIsMissing } from './scripts/setup/windows.mjs';
console.log(nodeVersionsAreMissing(), nodeVersions().length, windowsIsMissing());`;
const cached = `
import { cachedPackages } from './scripts/setup/cached-packages.mjs';
console.log(await cachedPackages('tools', { tool: '1.2.3' }));`;
/** Installs what it is asked for, without a network. */
const npm = `#!${process.execPath}
const { mkdirSync, writeFileSync } = require('node:fs');
mkdirSync('node_modules/tool', { recursive: true });
writeFileSync('node_modules/tool/package.json', '{"version":"1.2.3"}');`;
const damaged = ['', '[', 'null', '7', '[null]'];

// A script cannot stand for npm on Windows, where nothing of its own has to be provided for it either.
describe.skipIf(process.platform === 'win32')('a damaged note', () => {
  it.each(damaged)('of what tests use is none: %j', async (note) => {
    const here = new SmallCheckout();
    here.write('package.json', '{"devDependencies":{}}');
    for (const name of ['node-versions', 'windows']) here.write(`node_modules/.plugboard-${name}`, note);
    const run = here.start(ask);
    expect(await run.end).toBe(0);
    expect(run.output()).toBe('true 0 true\n');
  });

  it.each(damaged)('in the cache has its packages installed again: %j', async (note) => {
    const here = new SmallCheckout();
    here.write('bin/npm', npm, 0o755);
    const manifest = '.cache/plugboard-test-clients/tools/node_modules/tool/package.json';
    here.write(manifest, note);
    const run = here.start(cached);
    expect(await run.end).toBe(0);
    expect(here.read(manifest)).toContain('1.2.3');
  });
});
