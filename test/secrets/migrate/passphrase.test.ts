import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { askInProcess } from '../../cli/support/in-process.ts';
import { catalog, type Machine } from '../../cli/support/machine.ts';
import { machineWithLauncher } from '../support/machine-with-launcher.ts';

const servers = { box: { command: 'node', env: { API_TOKEN: 'ghp_canaryAAxxxxxxxxxxxxxxxxxxxx' } } };
const text = JSON.stringify({ mcpServers: servers });

/** The files for which a command warns that the client cannot open the vault. */
async function warned(here: Machine, ...words: readonly string[]): Promise<(string | undefined)[]> {
  const { warnings } = await askInProcess(here, [...words]);
  const locked = warnings.filter(({ code }) => code === 'passphrase-unavailable');
  expect(locked.every(({ hint }) => hint?.includes('PLUGBOARD_PASSPHRASE_FILE'))).toBe(true);
  return locked.map(({ file }) => (file as string).replace(here.path('~/x').slice(0, -1), '~/'));
}

it('a plan warns that a client of the desktop cannot open a vault behind a passphrase, unless the entry names its file', async () => {
  const files = { '~/.cursor/mcp.json': text, '~/.claude.json': text, [catalog]: JSON.stringify({ servers }) };
  const here = machineWithLauncher(files, { PLUGBOARD_PASSPHRASE: 'open sesame' });
  const migrate = ['secrets', 'migrate', '--to', 'file'];
  expect(await warned(here, ...migrate, '--dry-run')).toEqual(['~/.cursor/mcp.json']);
  const file = here.path('~/passphrase');
  writeFileSync(file, 'open sesame\n', { mode: 0o600 });
  const named = { ...here, env: { ...here.env, PLUGBOARD_PASSPHRASE_FILE: file } };
  expect(await warned(named, ...migrate, '--dry-run')).toEqual([]);
  expect(await warned(here, ...migrate, '--dry-run', '--as', 'reference')).toEqual([]);
  expect(await warned(here, ...migrate, '--yes')).toEqual(['~/.cursor/mcp.json']);
  // The key is behind the passphrase now, whether it is given or not.
  const { PLUGBOARD_PASSPHRASE: _, ...env } = here.env;
  const copy = ['copy', 'box', '--to', 'zed,codex', '--dry-run'];
  expect(await warned({ ...here, env }, ...copy)).toEqual(['~/.config/zed/settings.json']);
  expect(await warned(named, ...copy)).toEqual([]);
}, 60_000);
