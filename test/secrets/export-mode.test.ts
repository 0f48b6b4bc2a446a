import { chmodSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalog, type Machine, machine } from '../cli/support/machine.ts';

const definition = (value: string): string =>
  JSON.stringify({ servers: { hub: { url: 'https://x.example/mcp', headers: { Authorization: value } } } });

const modeOf = (here: Machine, name: string): number => statSync(here.path(name)).mode & 0o777;

test.skipIf(process.platform === 'win32').each([
  ['export', ['export', '--output', 'made.json']],
  ['copy', ['copy', 'hub', '--from', 'catalog', '--to', 'mcp-json:project', '--yes']],
])('%s makes a file with secrets that only its owner can read', (_, args) => {
  const made = args[0] === 'export' ? 'made.json' : '.mcp.json';
  const secret = machine({ [catalog]: definition('Bearer hunter2-9') });
  expect(secret.run(args)).toMatchObject({ code: 0 });
  expect(modeOf(secret, made)).toBe(0o600);
  const reference = machine({ [catalog]: definition('Bearer ${HUB_TOKEN}') });
  expect(reference.run(args)).toMatchObject({ code: 0 });
  expect(modeOf(reference, made)).toBe(0o644);
});

test.skipIf(process.platform === 'win32')('a file that others can read keeps its mode, with a warning', () => {
  const here = machine({ [catalog]: definition('Bearer hunter2-9'), 'made.json': '{}\n' });
  chmodSync(here.path('made.json'), 0o644);
  const { stdout, stderr } = here.run(['export', '--output', 'made.json', '--overwrite', '--yes']);
  expect(stdout + stderr).toContain('other users can read it (mode 644)');
  expect(modeOf(here, 'made.json')).toBe(0o644);
  here.write('made.json', '{}\n');
  chmodSync(here.path('made.json'), 0o600);
  expect(here.run(['export', '--output', 'made.json', '--overwrite', '--yes']).stderr).not.toContain('others may read');
});
