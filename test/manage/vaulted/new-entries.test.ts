import { expect, it } from 'vitest';
import { servedName } from '../../../src/model/launcher/launcher-entry.ts';
import { askInProcess } from '../../cli/support/in-process.ts';
import { catalog, type Machine } from '../../cli/support/machine.ts';
import { machineWithLauncher } from '../../secrets/support/machine-with-launcher.ts';

const script = 'console.log(process.env.API_TOKEN)';
const value = 'ghp_canaryAAxxxxxxxxxxxxxxxxxxxx';

/** Of the desktop, with commands as values, of the terminal, and one that expands nothing. */
const clients = ['claude-desktop', 'cursor', 'zed', 'vscode', 'omp', 'crush', 'codex', 'claude-code', 'goose', 'opencode'];

const box = { command: 'node', args: ['-e', script], env: { API_TOKEN: value, PLAIN: 'value' } };
const hub = { url: 'https://hub.example/mcp', headers: { Authorization: `Bearer ${value}`, 'X-Team': 'docs' } };

const catalogWith = (servers: object): string => `${JSON.stringify({ servers }, undefined, 2)}\n`;

/** The catalog's servers migrated, so that they refer to the vault. */
async function migrated(targets: readonly string[] = []): Promise<Machine> {
  const more = targets.length > 0 ? { targets } : {};
  const here = machineWithLauncher({ [catalog]: catalogWith({ box: { ...box, ...more }, hub: { ...hub, ...more } }) });
  const moved = await askInProcess(here, ['secrets', 'migrate', '--to', 'file', '--yes']);
  expect(moved.data.left).toEqual([]);
  return here;
}

async function entryIn(here: Machine, name: string, client: string): Promise<{ command?: string; args?: string[]; env?: Record<string, string> }> {
  const { data } = await askInProcess(here, ['get', name, '--client', client]);
  return data;
}

it('shows', async () => {
  const here = await migrated(clients);
  const sync = await askInProcess(here, ['sync', '--yes']);
  console.log(JSON.stringify(sync, undefined, 1));
  for (const client of clients) console.log(client, JSON.stringify(await entryIn(here, 'box', client)), JSON.stringify(await entryIn(here, 'hub', client)));
  const check = await askInProcess(here, ['sync', '--check']);
  console.log(JSON.stringify(check, undefined, 1), servedName);
  const diff = await askInProcess(here, ['diff']);
  console.log(JSON.stringify(diff.data, undefined, 1));
}, 60_000);
