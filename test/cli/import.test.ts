import { describe, expect, it } from 'vitest';
import { catalog, machine } from './support/machine.ts';

const mcp = (entries: unknown): string => JSON.stringify({ mcpServers: entries });
const cursor = '~/.cursor/mcp.json';
const codex = '~/.codex/config.toml';

const clients = {
  [cursor]: mcp({ git: { command: 'uvx', args: ['git'] }, fs: { command: 'npx' } }),
  [codex]:
    '[mcp_servers.git]\ncommand = "uvx"\nargs = ["git"]\n[mcp_servers.hub]\nurl = "https://x.com/mcp"\nhttp_headers = { Authorization = "Bearer very-secret-1" }\n',
};

describe('plugboard import', () => {
  it('takes in everything that the assistants here have', () => {
    const here = machine(clients);
    expect(here.run(['import'])).toEqual({
      code: 0,
      stdout:
        '✓ import git, hub, fs from codex, cursor to catalog:user\n  created ~/.config/plugboard/plugboard.json\n',
      stderr:
        'Undo with: plugboard undo\n! 1 secret in plain text; --no-secrets writes references instead, and plugboard secrets migrate moves them to the vault\n',
    });
    expect(JSON.parse(here.read(catalog))).toEqual({
      servers: {
        git: { command: 'uvx', args: ['git'] },
        hub: { url: 'https://x.com/mcp', headers: { Authorization: 'Bearer very-secret-1' } },
        fs: { command: 'npx' },
      },
    });
    expect(here.run(['import'])).toEqual({
      code: 0,
      stdout: '· Nothing to change: import git, hub, fs from codex, cursor to catalog:user\n',
      stderr: '3 servers already there.\n',
    });
  });

  it('says how many, from how many, when there are many', () => {
    const names = Array.from({ length: 14 }, (_, index) => `s${index}`);
    const files = [
      '~/.cursor/mcp.json',
      '~/.gemini/settings.json',
      '~/.codeium/windsurf/mcp_config.json',
      '~/.factory/mcp.json',
    ];
    const entries = mcp(Object.fromEntries(names.map((name) => [name, { command: name }])));
    const here = machine(Object.fromEntries(files.map((file) => [file, entries])));
    expect(here.run(['import']).stdout).toContain('✓ import 14 servers from 4 clients to catalog:user\n');
  });

  it('leaves secrets behind when asked to, and shows none', () => {
    const here = machine(clients);
    const dry = here.run(['import', '--dry-run']);
    expect(dry.stdout).toContain('+        "Authorization": "Bearer •••');
    expect(dry.stdout + dry.stderr).not.toContain('very-secret-1');
    expect(here.files()).not.toHaveProperty([catalog]);
    expect(here.run(['import', '--no-secrets']).stderr).toContain('i Set these variables: HUB_TOKEN\n');
    expect(here.read(catalog)).toContain('"Authorization": "Bearer ${HUB_TOKEN}"');
    expect(here.read(catalog)).not.toContain('very-secret-1');
  });

  it('takes some servers of one client to others', () => {
    const here = machine(clients);
    expect(here.run(['import', 'codex', 'git', '--to', 'claude-code', '--scope', 'project'])).toMatchObject({
      code: 0,
      stdout: '✓ import git from codex to claude-code:project\n  created .mcp.json\n',
    });
    expect(JSON.parse(here.read('.mcp.json'))).toEqual({
      mcpServers: { git: { type: 'stdio', command: 'uvx', args: ['git'] } },
    });
    expect(here.ask(['import', 'cursor:user', 'fs'])).toMatchObject({
      code: 0,
      ok: true,
      data: {
        title: 'import fs from cursor to catalog:user',
        written: true,
        servers: [
          {
            name: 'fs',
            as: 'fs',
            target: 'catalog:user',
            outcome: 'written',
            from: [{ from: 'cursor', file: 'HOME/.cursor/mcp.json' }],
          },
        ],
        variables: [],
        plainSecrets: 0,
      },
    });
  });

  it('stops where another definition has the name, and does what it is told then', () => {
    const mine = '{ "servers": { "git": { "command": "mine" } } }\n';
    const here = machine({ ...clients, [catalog]: mine });
    expect(here.run(['import', 'cursor'])).toEqual({
      code: 5,
      stdout: '',
      stderr:
        '✗ Server "git" in catalog:user differs from the one in cursor (~/.cursor/mcp.json).\n  fix: use --skip to keep what is there, --overwrite to replace it, or --rename to keep both\n',
    });
    expect(here.read(catalog)).toBe(mine);
    expect(here.run(['import', 'cursor', '--skip', '--rename'])).toMatchObject({ code: 2 });
    expect(here.run(['import', 'cursor', '--skip']).stderr).toContain(
      '! git is left out: it is defined otherwise in catalog:user\n',
    );
    expect(here.run(['import', 'cursor', 'git', '--rename']).stderr).toContain('i git is named git-2 there\n');
    expect(here.run(['import', 'cursor', 'git', '--overwrite']).code).toBe(0);
    const { servers } = JSON.parse(here.read(catalog)) as { servers: Record<string, { command: string }> };
    expect(Object.entries(servers).map(([name, { command }]) => [name, command])).toEqual([
      ['git', 'uvx'],
      ['fs', 'npx'],
      ['git-2', 'uvx'],
    ]);
  });

  it('asks which one is meant when assistants do not agree', () => {
    const here = machine({ ...clients, '.mcp.json': mcp({ fs: { type: 'stdio', command: 'other' } }) });
    expect(here.run(['import'])).toEqual({
      code: 5,
      stdout: '',
      stderr:
        '✗ Server "fs" differs between cursor (~/.cursor/mcp.json) and mcp-json (.mcp.json).\n  fix: choose one: plugboard import cursor fs; or use --rename to keep both, --skip to leave it out\n',
    });
    expect(here.ask(['import'])).toMatchObject({
      code: 5,
      ok: false,
      errors: [
        {
          code: 'server-ambiguous',
          name: 'fs',
          places: [
            { from: 'cursor', file: 'HOME/.cursor/mcp.json' },
            { from: 'mcp-json', file: 'PROJECT/.mcp.json' },
          ],
        },
      ],
    });
    expect(here.files()).not.toHaveProperty([catalog]);
    expect(here.run(['import', '--rename']).stdout).toContain('import 4 servers from');
    expect(here.read(catalog)).toContain('"fs-2"');
  });

  it('imports valid servers, and reports the others', () => {
    const here = machine({
      [cursor]: mcp({ good: { command: 'a' }, bad: { command: 5 }, 'odd name': { command: 'b' } }),
    });
    const { code, stdout, stderr } = here.run(['import']);
    expect({ code, stdout }).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('✓ import good from cursor') as string,
    });
    expect(stderr).toContain('! odd name is left out: Server name "odd name" may only contain');
    expect(stderr).toMatch(/✗ .*mcp\.json:1:\d+ Invalid input: expected string, received number at mcpServers\.bad/);
  });

  it('fails when a name alone keeps a server out, in a client or by its name', () => {
    const here = machine({ [cursor]: mcp({ 'odd name': { command: 'b' } }) });
    expect([here.run(['import']).code, here.run(['import', 'cursor', 'odd name']).code]).toEqual([3, 3]);
    const { ok, errors } = here.ask(['import', 'cursor']);
    expect([ok, errors]).toMatchObject([false, [{ code: 'name-characters', file: 'HOME/.cursor/mcp.json' }]]);
  });

  it('takes an odd name from a text as another one, and says so', () => {
    const here = machine({ 'servers.json': mcp({ 'odd name': { command: 'b', color: 1 } }) });
    const { code, stdout, stderr } = here.run(['import', 'servers.json']);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('import odd-name') as string });
    expect(stderr).toContain('! The name "odd name" is ignored; the key "odd-name" is used');
    expect(stderr).not.toContain('✗');
  });

  it('reads files and standard input', () => {
    const here = machine({
      'servers.json': mcp({ a: { command: 'x' } }),
      'servers.toml': '[mcp_servers.b]\ncommand = "y"\n',
    });
    expect(here.run(['import', 'servers.json'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('import a from servers.json') as string,
    });
    expect(here.run(['import', './servers.toml']).code).toBe(0);
    expect(here.run(['import', '-'], { input: mcp({ c: { command: 'z' } }) }).stdout).toContain(
      'import c from standard input',
    );
    expect(Object.keys((JSON.parse(here.read(catalog)) as { servers: object }).servers)).toEqual(['a', 'b', 'c']);
    expect(here.run(['import', '-'], { input: 'nothing of use' })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('No server found in this text.') as string,
    });
    here.write('broken.json', '{ "mcpServers": { "d": { "command": "x" } }');
    const broken = here.ask(['import', 'broken.json']);
    expect(broken).toMatchObject({ code: 3, ok: false, errors: [{ code: 'paste-unrecognized' }] });
    expect(here.read(catalog)).not.toContain('"d"');
  });

  it('suggests a name for an unknown source', () => {
    const here = machine(clients);
    expect(here.run(['import', 'cursr'])).toEqual({
      code: 4,
      stdout: '',
      stderr: '✗ No client or file named cursr.\n  fix: did you mean cursor?\n',
    });
    expect(here.run(['import', 'servers.json'])).toEqual({
      code: 4,
      stdout: '',
      stderr: '✗ File not found: servers.json.\n',
    });
    expect(here.run(['import', 'cursor', 'gti']).stderr).toContain('✗ Unknown server "gti". Did you mean "git"?\n');
    expect(here.ask(['import', 'zed'])).toMatchObject({ code: 4, ok: false, errors: [{ code: 'no-servers' }] });
    expect(machine().run(['import'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('✗ There are no servers in any client on this machine.\n') as string,
    });
    expect(machine({ [codex]: 'broken' }).run(['import', 'codex'])).toMatchObject({ code: 3 });
  });
});
