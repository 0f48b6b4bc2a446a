import { describe, expect, it } from 'vitest';
import { putEntry } from '../../src/clients/edit-entry.ts';
import { clients } from '../../src/clients/registry.ts';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { loadFormat } from '../../src/formats/index.ts';
import type { Server } from '../../src/model/server.ts';
import type { ValueMap } from '../../src/model/value.ts';

const toml = await loadFormat('toml');

function put(server: Server, other: ValueMap): { text: string; fields: string[]; written: boolean } {
  const document = {
    client: clients.codex,
    place: { scope: 'project' as const },
    format: toml,
    text: '',
    others: { x: other },
  };
  const { edits, losses, written } = putEntry(document, 'x', server);
  return { text: applyEdits('', edits), fields: losses.map(({ field }) => field), written };
}

describe('an entry of the same name in another file that the client merges field by field', () => {
  it('does not lend its arguments', () => {
    const { text, fields } = put({ command: 'node' }, { command: 'npx', args: ['keep'] });
    expect(text).toBe('[mcp_servers.x]\ncommand = "node"\nargs = []\n');
    expect(fields).toEqual([]);
  });

  it('does not keep a server switched off', () => {
    expect(put({ command: 'node' }, { command: 'npx', enabled: false }).text).toContain('enabled = true');
  });

  it('is reported for what cannot be emptied from here', () => {
    expect(
      put({ command: 'node', env: { A: '1' } }, { command: 'npx', env: { A: '2', B: '3' }, cwd: '/x' }).fields,
    ).toEqual(['env.B', 'cwd']);
  });

  it('keeps the server from being written when it has the other transport, which would stop the client', () => {
    expect(put({ url: 'https://x' }, { command: 'npx' })).toEqual({ text: '', fields: ['transport'], written: false });
    expect(put({ command: 'npx' }, { url: 'https://x' })).toEqual({ text: '', fields: ['transport'], written: false });
  });
});
