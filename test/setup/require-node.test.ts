import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SmallCheckout } from './support/small-checkout.ts';

const scripts = new URL('../../scripts/', import.meta.url);
const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
const commands = readdirSync(scripts).filter(
  (name) => name.endsWith('.mjs') && /^await ensure\(/m.test(readFileSync(new URL(name, scripts), 'utf8')),
);
/** As another Node would say it. */
const preload = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.9' } });`;

it.each(commands)('%s refuses an old Node as the program does, before anything is installed', (name) => {
  const here = new SmallCheckout();
  here.write('go', '');
  here.write('versions.cjs', preload);
  const [refused, wanted] = [here.path(`scripts/${name}`), program].map((file) => {
    const args = ['--require', here.path('versions.cjs'), file, 'scripts/generate.ts'];
    const env = { HOME: here.folder, PATH: here.path('bin') };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: here.folder, env, encoding: 'utf8' });
    return { status, stdout, stderr };
  });
  expect(refused).toEqual(wanted);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(here.log()).toEqual([]);
});

it('is asked of every command that installs', () => {
  expect(commands).toContain('start.mjs');
  expect(commands.length).toBeGreaterThan(5);
});
