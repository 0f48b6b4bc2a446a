import { expect, test } from 'vitest';
import { installScripts } from '../../../src/registry/packages/install-scripts.ts';
import type { PackagePlaces } from '../../../src/registry/packages/package-spec.ts';
import { places } from './support.ts';

test('scripts that npm runs on its own are named', async () => {
  const { url } = await places({
    '/@acme%2fserver/1.2.3': { scripts: { postinstall: 'node setup.js', test: 'vitest', preinstall: 'x' } },
    '/plain/1.0.0': {},
  });
  const at: PackagePlaces = { fetch, npm: async () => url };
  expect(await installScripts('@acme/server', '1.2.3', at)).toEqual(['preinstall', 'postinstall']);
  expect(await installScripts('plain', '1.0.0', at)).toEqual([]);
  await expect(installScripts('missing', '1.0.0', at)).rejects.toThrow('404');
});
