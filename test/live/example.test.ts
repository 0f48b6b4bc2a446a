import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Place } from './support/place.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('lists tools and errors without a terminal, and ends by itself', () => {
  const place = new Place();
  place.own({ mine: place.odd('mine'), gone: { command: 'no-such-program', retries: 0 } });
  place.shared({ theirs: place.odd('theirs') });
  place.offer('mine', [{ name: 'last', description: 'The last one.\nMore about it.' }]);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['examples/list-tools.mjs', place.project], {
    cwd: root,
    env: { ...process.env, ...place.host.env, USERPROFILE: place.home, XDG_CONFIG_HOME: place.path('.config') },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = stdout.split('\n');
  expect(lines).toContain('mcp_mine_last  (mine)  The last one.');
  expect(lines.slice(-2)).toEqual(['{"message":"Hello"}', '']);
  const [gone, theirs, approve] = stderr.split('\n');
  expect(gone).toMatch(/^gone: Failed to connect to "gone": .*no-such-program/);
  expect(theirs).toBe('theirs: Failed to connect to "theirs": The server needs approval.');
  expect(approve).toMatch(/^ {2}to approve it: plugboard approve [0-9a-f]{12}$/);
  expect(status).toBe(0);
  expect([place.count('mine'), place.count('theirs')]).toEqual([1, 0]);
});

it('introduces itself with the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string };
  const place = new Place();
  // It keeps the first line and ends, so that nothing waits for it.
  const script = `require('node:readline').createInterface({ input: process.stdin }).once('line', (line) => {
    require('node:fs').writeFileSync(process.env.OUT, line);
    process.exit();
  })`;
  place.own({ a: { command: process.execPath, args: ['-e', script], env: { OUT: place.path('out') }, retries: 0 } });
  spawnSync(process.execPath, ['examples/list-tools.mjs', place.project], {
    cwd: root,
    env: { ...process.env, ...place.host.env, XDG_CONFIG_HOME: place.path('.config') },
  });
  expect(readFileSync(place.path('out'), 'utf8')).toContain(`"clientInfo":{"name":"plugboard","version":"${version}"}`);
});
