import { describe, expect, it } from 'vitest';
import { askInProcess } from '../support/in-process.ts';
import { catalog, machine } from '../support/machine.ts';

const web = { url: 'https://x.example/mcp', headers: { 'X-Team': 'blue' }, timeout: 30 };
const wanted = (more: object = {}): string =>
  JSON.stringify({ servers: { web: { ...web, targets: ['cursor'], ...more } } });

describe('a sync that drops a field', () => {
  it('ends like a copy, in the run that writes the loss', async () => {
    const copied = machine({ [catalog]: wanted() });
    const copy = await askInProcess(copied, ['copy', 'web', '--from', 'catalog', '--to', 'cursor', '--yes']);
    const here = machine({ [catalog]: wanted() });
    const dry = await askInProcess(here, ['sync', '--dry-run']);
    const first = await askInProcess(here, ['sync', '--yes']);
    for (const answer of [copy, dry, first])
      expect(answer).toMatchObject({ code: 6, ok: false, errors: [{ code: 'written-in-part', field: 'timeout' }] });
    expect(await askInProcess(here, ['sync', '--yes'])).toMatchObject({ code: 0, ok: true });
    expect(await askInProcess(here, ['sync', '--check'])).toMatchObject({ code: 0, ok: true });
  });

  it('says so when a profile brings the entry, and when a project starts its catalog', async () => {
    const profiles = { all: { servers: ['web'] } };
    const here = machine({ [catalog]: JSON.stringify({ ...JSON.parse(wanted()), profiles }) });
    expect((await askInProcess(here, ['profile', 'use', 'all', '--yes'])).code).toBe(6);
    const project = machine({
      '.mcp.json': JSON.stringify({ mcpServers: { web: { type: 'http', ...web, timeout: 30_000 } } }),
    });
    expect((await askInProcess(project, ['init', '--targets', 'claude-code,cursor', '--yes'])).code).toBe(6);
  });
});

it('says only what a sync has done', async () => {
  const files = { command: 'npx', args: ['x'] };
  const here = machine({
    [catalog]: JSON.stringify({ servers: { files: { ...files, targets: ['cursor', 'gemini-cli'] } } }),
    '~/.cursor/mcp.json': JSON.stringify({ mcpServers: { files } }),
    '~/.gemini/settings.json': JSON.stringify({ mcpServers: { files } }),
  });
  const adopted = await askInProcess(here, ['sync', '--yes']);
  expect(adopted.data).toMatchObject({ title: 'sync: files equal in 2 files, now tracked', changes: [] });
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { files: { ...files, args: ['y'] } } }));
  const pulled = await askInProcess(here, ['sync', '--pull', '--yes']);
  expect(pulled.data.changes).toHaveLength(2);
  expect(pulled.data.title).toBe('sync files in 2 files');
});
