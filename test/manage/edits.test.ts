import { existsSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { add } from '../../src/manage/add.ts';
import { copy, importServers } from '../../src/manage/copy.ts';
import { remove } from '../../src/manage/remove.ts';
import { clone, rename } from '../../src/manage/rename.ts';
import { update } from '../../src/manage/update.ts';
import type { Server } from '../../src/model/server.ts';
import { shownPath } from '../../src/model/short-path.ts';
import { undo } from '../../src/store/journal/undo.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import type { Plan } from '../../src/store/write/plan.ts';
import { target, type Workspace, workspace } from './support/workspace.ts';

const local: Server = { transport: 'stdio', command: 'npx', args: ['-y', 'server'], env: { TOKEN: '${TOKEN}' } };
const remote: Server = {
  transport: 'http',
  url: 'https://example.com/mcp',
  headers: { Authorization: 'Bearer ${TOKEN}' },
};

const existing = {
  '.mcp.json': '{\n  "mcpServers": {\n    "old": { "command": "node" }\n  }\n}\n',
  'opencode.jsonc': '{\n  // mine\n  "model": "a/b",\n}\n',
  '~/.codex/config.toml': '# mine\nmodel = "x"\n\n[mcp_servers.old]\ncommand = "node" # keep\n',
};
const three = [target('claude-code:project'), target('opencode:project'), target('codex:user')];

async function apply(place: Workspace, plan: Promise<Plan>): Promise<void> {
  await applyPlan(place.host, await plan, { isApproved: async () => true });
}

describe('adding', () => {
  it('writes one server to several clients at once, and removing it gives back every byte', async () => {
    const place = workspace(existing);
    await apply(place, add(place.host, 'github', local, three));
    expect(place.read('opencode.jsonc')).toContain('"TOKEN": "{env:TOKEN}"');
    expect(place.read('~/.codex/config.toml')).toContain('[mcp_servers.github]\ncommand = "npx"');
    expect(JSON.parse(place.read('.mcp.json') ?? '')).toHaveProperty('mcpServers.github.type', 'stdio');
    await apply(place, remove(place.host, 'github', three));
    expect(place.files()).toEqual(existing);
  });

  it('makes files that are not there, and they go with the last entry', async () => {
    const place = workspace();
    await apply(place, add(place.host, 'a', local, three));
    await apply(place, add(place.host, 'b', remote, three));
    expect(Object.keys(place.files()).toSorted()).toEqual(['.mcp.json', 'opencode.jsonc', '~/.codex/config.toml']);
    await apply(place, remove(place.host, 'a', three));
    await apply(place, remove(place.host, 'b', three));
    expect(place.files()).toEqual({});
  });

  it('creates missing directories, and removes them again unless they are in use', async () => {
    const place = workspace();
    const cursor = [target('cursor:user'), target('cursor:project')];
    await apply(place, add(place.host, 'a', local, cursor));
    place.write('.cursor/rules.md', 'mine');
    await apply(place, remove(place.host, 'a', cursor));
    expect(existsSync(place.path('~/.cursor'))).toBe(false);
    expect(place.files()).toEqual({ '.cursor/rules.md': 'mine' });
    await undo(place.host);
    expect(place.read('~/.cursor/mcp.json')).toContain('"a"');
  });

  it('leaves a directory that was there', async () => {
    const place = workspace({ '~/.cursor/mcp.json': '' });
    rmSync(place.path('~/.cursor/mcp.json'));
    await apply(place, add(place.host, 'a', local, [target('cursor:user')]));
    await apply(place, remove(place.host, 'a', [target('cursor:user')]));
    expect(existsSync(place.path('~/.cursor'))).toBe(true);
  });

  it('leaves an empty container that was there', async () => {
    const files = { '.mcp.json': '{ "mcpServers": {} }\n', '~/.codex/config.toml': '' };
    const place = workspace(files);
    const two = [target('claude-code:project'), target('codex:user')];
    await apply(place, add(place.host, 'a', local, two));
    await apply(place, remove(place.host, 'a', two));
    expect(place.files()).toEqual(files);
  });

  it('does not write a server twice unless told to', async () => {
    const place = workspace(existing);
    const claude = [target('claude-code:project')];
    await expect(add(place.host, 'old', local, claude)).rejects.toMatchObject({
      code: 'server-exists',
      message: `Server "old" already exists in ${shownPath(place.path('.mcp.json'))}`,
    });
    expect((await add(place.host, 'old', local, claude, 'skip')).changes).toEqual([]);
    expect((await add(place.host, 'old', local, claude, 'overwrite')).changes).toHaveLength(1);
  });

  it('does not overwrite a value that is not a server unless told to', async () => {
    const place = workspace({ '.mcp.json': '{ "mcpServers": { "x": "later", "y": { "command": "y" } } }\n' });
    const claude = [target('claude-code:project')];
    const taken = { code: 'server-exists' };
    await expect(add(place.host, 'x', local, claude)).rejects.toMatchObject(taken);
    await expect(rename(place.host, 'y', 'x', claude)).rejects.toMatchObject(taken);
    await expect(clone(place.host, 'y', 'x', claude)).rejects.toMatchObject(taken);
    await apply(place, add(place.host, 'x', { command: 'x' }, claude, 'overwrite'));
    expect(JSON.parse(place.read('.mcp.json') ?? '').mcpServers.x).toMatchObject({ command: 'x' });
  });

  it('rejects what no client could use', async () => {
    const place = workspace();
    await expect(add(place.host, 'bad name', local, three)).rejects.toMatchObject({ code: 'server-invalid' });
    await expect(add(place.host, 'x', { command: 'a', url: 'https://x' }, three)).rejects.toThrow(
      /^Invalid server config: /,
    );
  });

  it('refuses a malformed file with its place and plans nothing', async () => {
    const place = workspace({ ...existing, '.mcp.json': '{\n  "mcpServers": {,}\n}\n' });
    await expect(add(place.host, 'a', local, three)).rejects.toMatchObject({
      code: 'document-malformed',
      data: { diagnostics: [{ file: place.path('.mcp.json'), range: { start: { line: 2 } } }] },
    });
  });

  it.each([
    ['claude-code:project', '.mcp.json', '[]\n', 'object', 1, 1],
    ['claude-code:project', '.mcp.json', '{\n  "mcpServers": []\n}\n', 'record', 2, 17],
    ['claude-code:local', '~/.claude.json', '{ "projects": "none" }\n', 'record', 1, 15],
    ['codex:user', '~/.codex/config.toml', 'mcp_servers = 1\n', 'record', 1, 15],
  ] as const)('refuses %s when %s is %j, which leaves no room', async (name, file, text, expected, line, column) => {
    const place = workspace({ [file]: text });
    await expect(add(place.host, 'a', local, [target(name)])).rejects.toMatchObject({
      code: 'document-malformed',
      data: {
        diagnostics: [
          { code: 'wrong-type', args: { expected }, file: place.path(file), range: { start: { line, column } } },
        ],
      },
    });
  });

  it('takes nothing for room', async () => {
    const place = workspace({ '.mcp.json': '{ "mcpServers": null }\n' });
    await apply(place, add(place.host, 'a', local, [target('claude-code:project')]));
    expect(JSON.parse(place.read('.mcp.json') ?? '')).toHaveProperty('mcpServers.a.command', 'npx');
  });

  it('works in all four settings files and in the files Claude Code reads', async () => {
    const places = ['project', 'user', 'local', 'project-settings', 'local-settings', 'user-settings'] as const;
    for (const name of places) {
      const place = workspace();
      const where = [target(`claude-code:${name}`)];
      await apply(place, add(place.host, 'a', remote, where));
      expect(Object.keys(place.files())).toHaveLength(1);
      expect((await update(place.host, 'a', (server) => server, where)).changes).toEqual([]);
      await apply(place, remove(place.host, 'a', where));
      expect(place.files()).toEqual({});
    }
  });
});

describe('changing', () => {
  it('drops the fields of the old type and says so', async () => {
    const place = workspace({
      '.mcp.json': JSON.stringify({ mcpServers: { a: { type: 'stdio', command: 'x', args: ['y'] } } }),
    });
    const claude = [target('claude-code:project')];
    const plan = await update(
      place.host,
      'a',
      (server) => ({ ...server, transport: 'http', url: 'https://x' }),
      claude,
    );
    expect(plan.losses.map(({ field }) => field)).toEqual(['command', 'args']);
    await applyPlan(place.host, plan);
    expect(JSON.parse(place.read('.mcp.json') ?? '')).toEqual({
      mcpServers: { a: { type: 'http', url: 'https://x' } },
    });
  });

  it('renames and clones in place', async () => {
    const place = workspace(existing);
    const codex = [target('codex:user')];
    await apply(place, rename(place.host, 'old', 'new', codex));
    expect(place.read('~/.codex/config.toml')).toBe(existing['~/.codex/config.toml'].replace('.old]', '.new]'));
    await apply(place, clone(place.host, 'new', 'twin', codex));
    expect(place.read('~/.codex/config.toml')).toContain('[mcp_servers.twin]\ncommand = "node"');
    await expect(rename(place.host, 'new', 'twin', codex)).rejects.toMatchObject({ code: 'server-exists' });
    await expect(rename(place.host, 'gone', 'x', codex)).rejects.toMatchObject({ code: 'server-missing' });
  });
});

describe('copying', () => {
  it('brings a server to another client, and moving takes it away', async () => {
    const place = workspace(existing);
    await apply(place, copy(place.host, 'old', target('claude-code:project'), [target('gemini-cli:user')]));
    expect(JSON.parse(place.read('~/.gemini/settings.json') ?? '')).toEqual({
      mcpServers: { old: { command: 'node' } },
    });
    await apply(place, copy(place.host, 'old', target('claude-code:project'), [target('cursor:user')], { move: true }));
    expect(JSON.parse(place.read('.mcp.json') ?? '')).toEqual({ mcpServers: {} });
  });

  it('lets the person choose when the name is taken', async () => {
    const place = workspace(existing);
    const [from, to] = [target('claude-code:project'), [target('codex:user')]];
    await expect(copy(place.host, 'old', from, to)).rejects.toMatchObject({ code: 'server-exists' });
    expect((await copy(place.host, 'old', from, to, { conflict: 'skip' })).changes).toEqual([]);
    await apply(place, copy(place.host, 'old', from, to, { conflict: 'rename' }));
    expect(place.read('~/.codex/config.toml')).toContain('[mcp_servers.old-2]');
  });

  it('keeps what could not be brought', async () => {
    const place = workspace({ '.mcp.json': '{ "mcpServers": { "s": { "type": "sse", "url": "https://x" } } }' });
    const plan = await copy(place.host, 's', target('claude-code:project'), [target('codex:user')], { move: true });
    expect(plan.changes).toEqual([]);
    expect(plan.losses).toContainEqual(expect.objectContaining({ server: 's', field: 'transport', action: 'dropped' }));
  });

  it('imports several servers, names of object members among them', async () => {
    const place = workspace();
    const servers = Object.fromEntries([
      ['__proto__', local],
      ['constructor', remote],
    ]);
    await apply(place, importServers(place.host, servers, [target('canonical:project')]));
    expect(place.read('plugboard.json')).toContain('"__proto__": {');
    expect(place.read('plugboard.json')).toContain('"constructor": {');
  });
});
