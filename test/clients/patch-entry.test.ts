import { describe, expect, it } from 'vitest';
import { putEntry } from '../../src/clients/edit-entry.ts';
import { readDocument } from '../../src/clients/read-document.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { loadFormat } from '../../src/formats/index.ts';
import type { FormatId } from '../../src/formats/types.ts';
import type { Server } from '../../src/model/server.ts';

const place = { scope: 'user', project: '/p' } as const;

/** Changes the server x of a document and gives the new text. */
async function change(
  client: Client,
  formatId: FormatId,
  text: string,
  to: (server: Server) => Server,
): Promise<string> {
  const format = await loadFormat(formatId);
  const entry = readDocument(client, format.parse(text).value, place).find(({ name }) => name === 'x');
  const { edits } = putEntry({ client, place, format, text }, 'x', to(entry?.server ?? {}));
  return applyEdits(text, edits);
}

const having =
  (fields: Partial<Server>) =>
  (server: Server): Server => ({ ...server, ...fields });

describe('a change of one field', () => {
  it('leaves spellings that we would write otherwise', async () => {
    const text = '{ "mcpServers": { "x": { "transport": "stdio", "command": "a", "env": { "K": "$V" } } } }';
    const changed = await change(clients['claude-code'], 'json', text, having({ command: 'b' }));
    expect(changed).toBe(text.replace('"a"', '"b"'));
  });

  it('takes an older word for that field along', async () => {
    const text = '{ "mcpServers": { "x": { "transport": "stdio", "command": "a" } } }';
    const changed = await change(clients['claude-code'], 'json', text, () => ({ transport: 'http', url: 'https://x' }));
    expect(JSON.parse(changed)).toEqual({ mcpServers: { x: { type: 'http', url: 'https://x' } } });
  });

  it('switches on what was switched off in another word', async () => {
    const text = '{ "mcp": { "servers": { "x": { "type": "local", "command": ["a"], "enabled": false } } } }';
    const changed = await change(clients.opencode, 'jsonc', text, having({ disabled: false }));
    expect(JSON.parse(changed)).toEqual({
      mcp: { servers: { x: { type: 'local', command: ['a'], disabled: false } } },
    });
  });

  it('moves an address from its older key', async () => {
    const text = '{ "mcpServers": { "x": { "httpUrl": "https://x" } } }';
    const changed = await change(clients['gemini-cli'], 'jsonc', text, having({ url: 'https://y' }));
    expect(JSON.parse(changed)).toEqual({ mcpServers: { x: { type: 'http', url: 'https://y' } } });
  });

  it('removes a header that stood where we would not have put it', async () => {
    const text = '[mcp_servers.x]\nurl = "https://x"\nheaders = { Authorization = "Bearer ${T}", X = "1" }\n';
    const changed = await change(clients.grok, 'toml', text, having({ headers: { X: '1' } }));
    expect(changed).toBe('[mcp_servers.x]\nurl = "https://x"\nheaders = { X = "1" }\n');
  });

  it('takes a server that is switched on out of the list of those that are off', async () => {
    const text = 'disabled_mcp_servers = ["x", "y"]\n\n[mcp_servers.x]\ncommand = "a"\n';
    const changed = await change(clients.grok, 'toml', text, having({ disabled: false }));
    expect(changed).toContain('disabled_mcp_servers = ["y"]');
  });
});

describe('references in a spelling of their own', () => {
  const spelled: readonly Server[] = [
    { command: 'run', args: ['${V}', 'b', '${V}/c'], env: { A: '${V}', B: 'x' }, cwd: '${V}/d' },
    { url: 'https://x.example/${V}', headers: { A: '${V}', Authorization: 'Bearer ${V}', B: 'x' } },
  ];
  const changes: readonly ((server: Server) => Server)[] = [
    having({ timeout: 9 }),
    having({ description: 'x' }),
    having({ tools: { deny: ['t'] } }),
    (server) => (server.args ? { ...server, args: server.args.map((one) => (one === 'b' ? 'changed' : one)) } : server),
    (server) => (server.args ? { ...server, args: ['first', ...server.args] } : server),
    (server) => (server.args ? { ...server, args: server.args.filter((one) => one !== 'b') } : server),
    (server) => (server.env ? { ...server, env: { ...server.env, B: 'changed', C: 'new' } } : server),
    (server) => (server.headers ? { ...server, headers: { ...server.headers, B: 'changed', C: 'new' } } : server),
    (server) => (server.command === undefined ? server : { ...server, command: 'changed' }),
  ];
  const cases = (['gemini-cli', 'qwen-code', 'grok', 'qoder', 'crush', 'copilot-cli', 'nanocoder'] as const).flatMap(
    (id) => spelled.flatMap((server) => changes.map((to, number) => ({ id, server, to, number }))),
  );

  it.each(cases)('stay as they are beside another change: $id $number', async ({ id, server, to }) => {
    const client: Client = clients[id];
    const { format: formatId } = client.locations.find(({ scope }) => scope === 'user') ?? { format: 'json' };
    const format = await loadFormat(formatId);
    const written = applyEdits('', putEntry({ client, place, format, text: '' }, 'x', server).edits);
    const text = written.replaceAll('${V}', '$V');
    const changed = await change(client, formatId, text, to);
    expect(changed.split('$V').length).toBe(text.split('$V').length);
    const after = format.parse(changed.replaceAll('$V', '${V}')).value;
    expect(after).toEqual(format.parse(await change(client, formatId, written, to)).value);
  });
});

it('refuses a command line that would lose an argument', async () => {
  const format = await loadFormat('toml');
  const server: Server = { command: 'a', args: ['--token', '${TOKEN}'] };
  const { written, losses } = putEntry({ client: clients.codex, place, format, text: '' }, 'x', server);
  expect(written).toBe(false);
  expect(losses.map(({ field }) => field)).toEqual(['args.1', 'args']);
});
