import { describe, expect, it } from 'vitest';
import { machine } from './support/machine.ts';
import { manyStates } from './support/many-states.ts';
import { hostile, unsafe, withSecrets } from './support/secrets.ts';

interface Listed {
  readonly servers: readonly { name: string; client: string; scope: string; state: string; server: unknown }[];
}

const one = '{\n  "mcpServers": {\n    "files": { "command": "npx", "args": ["-y", "files"] }\n  }\n}\n';

describe('plugboard list', () => {
  it('is friendly when there is nothing', () => {
    const empty = machine();
    expect(empty.run(['list'])).toEqual({
      code: 0,
      stdout: 'No MCP servers found.\n',
      stderr: "Add one with: plugboard add <name> -- <command...>   or paste anything: plugboard add '<text>'\n",
    });
    expect(empty.ask(['list'])).toEqual({
      code: 0,
      schema: 1,
      ok: true,
      data: { servers: [] },
      warnings: [],
      errors: [],
    });
    expect(empty.everything()).toEqual([]);
  });

  it('has a row for each name and what it runs, and the clients behind it', () => {
    const here = machine({
      '~/.cursor/mcp.json': one,
      '~/.codex/config.toml':
        '[mcp_servers.files]\ncommand = "npx"\nargs = ["-y", "files"]\n\n[mcp_servers.hub]\nurl = "https://hub.example/mcp"\n',
    });
    expect(here.run(['list'])).toEqual({
      code: 0,
      stdout: `NAME   TYPE   RUNS                     CLIENTS
files  stdio  npx -y files             codex:user, cursor:user
hub    http   https://hub.example/mcp  codex:user
`,
      stderr: '\n2 servers in 2 clients.\n',
    });
    expect(here.run(['ls', '--quiet'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('gives every definition with its place as JSON', () => {
    const here = machine({ '~/.cursor/mcp.json': one });
    expect(here.ask(['list'])).toEqual({
      code: 0,
      schema: 1,
      ok: true,
      data: {
        servers: [
          {
            name: 'files',
            client: 'cursor',
            scope: 'user',
            state: 'active',
            file: 'HOME/.cursor/mcp.json',
            line: 3,
            column: 5,
            transport: 'stdio',
            server: { command: 'npx', args: ['-y', 'files'] },
          },
        ],
      },
      warnings: [],
      errors: [],
    });
  });

  it('says of each definition what becomes of it', () => {
    const { stdout, stderr } = manyStates().run(['list']);
    expect(stdout).toContain('a       stdio  local    claude-code:local\n');
    expect(stdout).toContain('a       stdio  project  claude-code:project (shadowed)\n');
    expect(stdout).toContain('a       stdio  user     claude-code:user (shadowed)\n');
    expect(stdout).toContain('a       stdio  cp       cursor:project\n');
    expect(stdout).toContain('a       stdio  cu       cursor:user (shadowed)\n');
    expect(stdout).toContain('asks    stdio  p        claude-code:project (needs approval)\n');
    expect(stdout).toContain('bad     http            claude-code:user (cannot be used)\n');
    expect(stdout).toContain('off     stdio  d        codex:user (disabled)\n');
    expect(stdout).toContain('off     stdio  x        claude-code:user (disabled)\n');
    expect(stderr).toContain('not active; see why with: plugboard get <name>.\n');
  });

  it('shows what was switched off by taking it out of a file', () => {
    const here = machine({ '~/.cursor/mcp.json': one });
    here.run(['disable', 'files', '--in', 'cursor']);
    expect(here.read('~/.cursor/mcp.json')).not.toContain('npx');
    expect(here.run(['list']).stdout).toContain('files  stdio  npx -y files  cursor:user (disabled)\n');
    expect(here.ask<Listed>(['list']).data.servers).toEqual([
      expect.objectContaining({ name: 'files', client: 'cursor', scope: 'user', state: 'off', why: 'parked' }),
    ]);
  });

  it('takes the files of a codex project and its user for one server', () => {
    const { data } = manyStates().ask<Listed>(['list', '--client', 'codex']);
    const both = data.servers.filter(({ name }) => name === 'both');
    expect(both).toEqual([expect.objectContaining({ server: { command: 'u', args: ['2'] } })]);
  });

  it('does not say that a project waits for approval which Codex has been told to trust', () => {
    const here = machine({ '.codex/config.toml': '[mcp_servers.x]\ncommand = "a"\n' });
    expect(here.ask<Listed>(['list']).data.servers[0]?.state).toBe('untrusted');
    here.write('~/.codex/config.toml', `[projects.${JSON.stringify(here.project)}]\ntrust_level = "trusted"\n`);
    expect(here.ask<Listed>(['list']).data.servers[0]?.state).toBe('active');
  });
});

describe('a file that many assistants read', () => {
  const shared = { '.mcp.json': '{ "mcpServers": { "x": { "type": "stdio", "command": "a" } } }\n' };
  const clientsIn = (names: readonly { client: string }[]): string[] => names.map(({ client }) => client);

  it('counts once when none of them is here, and for everybody who would read it with --all', () => {
    const nobody = machine(shared);
    expect(clientsIn(nobody.ask<Listed>(['list']).data.servers)).toEqual(['mcp-json']);
    expect(clientsIn(nobody.ask<Listed>(['list', '--all']).data.servers)).toEqual(
      expect.arrayContaining(['claude-code', 'copilot-cli', 'mcp-json']),
    );
  });

  it('counts for installed clients', () => {
    const here = machine({ ...shared, '~/.claude.json': '{}' });
    expect(clientsIn(here.ask<Listed>(['list']).data.servers)).toEqual(['claude-code']);
  });
});

describe('a choice of clients and scopes', () => {
  it('narrows the list, and the count below it', () => {
    const here = manyStates();
    expect(here.run(['list', '--client', 'cursor'])).toEqual({
      code: 0,
      stdout: `NAME  TYPE   RUNS  CLIENTS
a     stdio  cp    cursor:project
a     stdio  cu    cursor:user (shadowed)
`,
      stderr: '\n1 server in 1 client. 1 definition not active; see why with: plugboard get <name>.\n',
    });
    const local = here.run(['list', '--scope', 'local']);
    expect(local.stdout).toBe('NAME  TYPE   RUNS   CLIENTS\na     stdio  local  claude-code:local\n');
    expect(local.stderr).toContain('\n1 server in 1 client.');
    const both = here.ask<Listed>(['list', '--client', 'cursor,codex', '--scope', 'user']);
    expect(new Set(both.data.servers.map(({ client, scope }) => `${client}:${scope}`))).toEqual(
      new Set(['cursor:user', 'codex:user']),
    );
  });

  it('does not claim that there are no servers at all when only these have none', () => {
    const { code, stdout } = manyStates().run(['list', '--client', 'zed']);
    expect(code).toBe(0);
    expect(stdout).not.toContain('No MCP servers found.');
  });

  it('must make sense', () => {
    const here = machine();
    expect(here.run(['list', '--client', 'cursr'])).toEqual({
      code: 2,
      stdout: '',
      stderr: "✗ unknown client 'cursr', did you mean cursor?\n",
    });
    expect(here.run(['list', '--scope', 'team'])).toEqual({
      code: 2,
      stdout: '',
      stderr: "✗ unknown scope 'team', use one of user, project, local\n",
    });
    expect(here.ask(['list', 'extra'])).toMatchObject({ code: 2, ok: false, errors: [{ code: 'usage' }] });
  });
});

describe('a file that cannot be read', () => {
  const broken = machine({ '~/.cursor/mcp.json': one, '.mcp.json': '{\n  "mcpServers": {,}\n}\n' });

  it('hides no other, and is mentioned', () => {
    const { code, stdout, stderr } = broken.run(['list']);
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: 'NAME   TYPE   RUNS          CLIENTS\nfiles  stdio  npx -y files  cursor:user\n',
    });
    expect(stderr).toContain('✗ PROJECT/.mcp.json:2:18 JSON syntax error: ');
  });

  it('is mentioned to scripts too, with its place', () => {
    const { code, ok, data, errors } = broken.ask<Listed>(['list']);
    expect({ code, ok, count: data.servers.length }).toEqual({ code: 3, ok: false, count: 1 });
    expect(errors).toEqual([
      expect.objectContaining({ code: 'syntax', file: 'PROJECT/.mcp.json', line: 2, column: 18 }),
    ]);
  });
});

describe('what never reaches the terminal', () => {
  it('a secret', () => {
    const here = machine({ '~/.cursor/mcp.json': withSecrets });
    for (const args of [['list'], ['list', '--verbose'], ['list', '--json']]) {
      const { code, stdout, stderr } = here.run(args);
      expect(code).toBe(0);
      expect(stdout).toContain('hub.example');
      expect(`${stdout}${stderr}`).not.toContain('canary');
    }
  });

  it('a control character', () => {
    const here = machine({ '~/.cursor/mcp.json': hostile });
    const { stdout } = here.run(['list']);
    expect(stdout).toContain('a�[31mb�');
    expect(stdout).toMatch(/^__proto__ +stdio +p +cursor:user$/m);
    expect(stdout).toMatch(/^constructor +stdio +c +cursor:user$/m);
    expect(stdout).not.toMatch(unsafe);
    const json = here.run(['list', '--json']).stdout;
    expect(json).not.toMatch(unsafe);
    expect((JSON.parse(json) as { data: Listed }).data.servers[0]?.name).toBe('a\u001b[31mb\u202e');
  });
});
