import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machine, program } from './support/machine.ts';

interface Written {
  readonly title: string;
  readonly changes: readonly { path: string; change: string; diff: string }[];
  readonly unwritten: readonly { server: string; client: string }[];
  readonly written: boolean;
  readonly id?: string;
}

const six = 'claude-code:project,cursor:project,codex:project,opencode:project,vscode:project,gemini-cli:project';

describe('plugboard add', () => {
  it('puts a server into the catalog, and says how to take it back', () => {
    const here = machine();
    expect(here.run(['add', 'files', '--', 'npx', '-y', 'files'])).toEqual({
      code: 0,
      stdout: '✓ add files to catalog:user\n  created ~/.config/plugboard/plugboard.json\n',
      stderr: 'Undo with: plugboard undo\n',
    });
    expect(here.files()).toEqual({
      '~/.config/plugboard/plugboard.json': `{
  "servers": {
    "files": {
      "transport": "stdio",
      "command": "npx",
      "args": [
        "-y",
        "files"
      ]
    }
  }
}
`,
    });
    expect(here.run(['undo', '--yes']).code).toBe(0);
    expect(here.files()).toEqual({});
  });

  it('spells a local server as each client does', () => {
    const here = machine();
    const args = ['add', 'files', '--to', six, '-e', 'TOKEN', '-e', 'LEVEL=a=b', '--', 'npx', '-y', 'files'];
    expect(here.run(args)).toMatchObject({ code: 0 });
    const json = (name: string): unknown => JSON.parse(here.read(name));
    const shared = { command: 'npx', args: ['-y', 'files'] };
    expect(json('.mcp.json')).toEqual({
      mcpServers: { files: { type: 'stdio', ...shared, env: { TOKEN: '${TOKEN}', LEVEL: 'a=b' } } },
    });
    expect(json('.cursor/mcp.json')).toEqual({
      mcpServers: { files: { ...shared, env: { TOKEN: '${env:TOKEN}', LEVEL: 'a=b' } } },
    });
    expect(json('opencode.jsonc')).toEqual({
      mcp: {
        files: {
          type: 'local',
          command: ['npx', '-y', 'files'],
          environment: { TOKEN: '{env:TOKEN}', LEVEL: 'a=b' },
        },
      },
    });
    expect(json('.vscode/mcp.json')).toEqual({
      servers: { files: { type: 'stdio', ...shared, env: { TOKEN: '${env:TOKEN}', LEVEL: 'a=b' } } },
    });
    expect(json('.gemini/settings.json')).toEqual({
      mcpServers: { files: { ...shared, env: { TOKEN: '${TOKEN}', LEVEL: 'a=b' } } },
    });
    expect(here.read('.codex/config.toml')).toBe(`[mcp_servers.files]
command = "npx"
args = ["-y", "files"]
env_vars = ["TOKEN"]

[mcp_servers.files.env]
LEVEL = "a=b"
`);
  });

  it('spells a remote server as each client does', () => {
    const here = machine();
    const args = [
      'add',
      'hub',
      '--to',
      six,
      '--url',
      'https://hub.example/mcp',
      '--token',
      '${HUB}',
      '-H',
      'X-Team: a: b',
    ];
    expect(here.run(args)).toMatchObject({ code: 0 });
    const json = (name: string): unknown => JSON.parse(here.read(name));
    const url = 'https://hub.example/mcp';
    const headers = (token: string): object => ({ 'X-Team': 'a: b', Authorization: `Bearer ${token}` });
    expect(json('.mcp.json')).toEqual({ mcpServers: { hub: { type: 'http', url, headers: headers('${HUB}') } } });
    expect(json('.cursor/mcp.json')).toEqual({ mcpServers: { hub: { url, headers: headers('${env:HUB}') } } });
    expect(json('opencode.jsonc')).toEqual({ mcp: { hub: { type: 'remote', url, headers: headers('{env:HUB}') } } });
    expect(json('.vscode/mcp.json')).toEqual({
      servers: { hub: { type: 'http', url, headers: headers('${env:HUB}') } },
    });
    expect(json('.gemini/settings.json')).toEqual({
      mcpServers: { hub: { type: 'http', url, headers: headers('${HUB}') } },
    });
    expect(here.read('.codex/config.toml')).toBe(`[mcp_servers.hub]
url = "https://hub.example/mcp"
bearer_token_env_var = "HUB"

[mcp_servers.hub.http_headers]
X-Team = "a: b"
`);
  });

  it('goes to the scope that is asked for, each client on its own', () => {
    const here = machine();
    here.run(['add', 'x', '--to', 'cursor,claude-code:local,catalog:project', '--scope', 'project', '--', 'run']);
    expect(Object.keys(here.files())).toEqual(['~/.claude.json', '.cursor/mcp.json', 'plugboard.json']);
    expect(JSON.parse(here.read('~/.claude.json'))).toEqual({
      projects: { [here.project]: { mcpServers: { x: { type: 'stdio', command: 'run' } } } },
    });
  });

  it('leaves what follows -- to the server', () => {
    const here = machine();
    const { code, stdout } = here.run(['add', 'x', '--', 'run', '--json', '--', '-n', '--help']);
    expect({ code, line: stdout.split('\n')[0] }).toEqual({ code: 0, line: '✓ add x to catalog:user' });
    expect(JSON.parse(here.read('~/.config/plugboard/plugboard.json'))).toEqual({
      servers: { x: { transport: 'stdio', command: 'run', args: ['--json', '--', '-n', '--help'] } },
    });
  });

  it('adds to a file without touching the rest of it, and removing gives back every byte', () => {
    const files = {
      '~/.cursor/mcp.json':
        '\ufeff{\r\n\t// mine\r\n\t"mcpServers": {\r\n\t\t"a": { "command": "a" }, // a\r\n\t},\r\n}\r\n',
      '~/.codex/config.toml': '# mine\nmodel = "x" # here\n\n[mcp_servers.a]\ncommand = "a"   # odd\n# end\n',
      '.mcp.json': '{"mcpServers":{"a":{"command":"a"}},"x":1}',
      'opencode.jsonc': '{\n  // nothing yet\n  "model": "m",\n}\n',
    };
    const here = machine(files);
    const targets = 'cursor,codex,claude-code:project,opencode:project';
    expect(here.run(['add', 'b', '--to', targets, '-e', 'K=v', '--', 'b', 'c']).code).toBe(0);
    for (const name of Object.keys(files)) expect(here.read(name)).toMatch(/b[\s\S]+K/);
    expect(here.read('~/.codex/config.toml')).toContain(files['~/.codex/config.toml']);
    expect(here.run(['remove', 'b', '--from', targets]).code).toBe(0);
    expect(here.files()).toEqual(files);
  });

  it('tells scripts what was written', () => {
    const here = machine();
    const answer = here.ask<Written>(['add', 'x', '--to', 'cursor', '--', 'run']);
    expect(answer).toEqual({
      code: 0,
      schema: 1,
      ok: true,
      data: {
        title: 'add x to cursor:user',
        changes: [
          {
            path: 'HOME/.cursor/mcp.json',
            change: 'created',
            diff: `--- /dev/null
+++ HOME/.cursor/mcp.json
@@ -0,0 +1,7 @@
+{
+  "mcpServers": {
+    "x": {
+      "command": "run"
+    }
+  }
+}`,
          },
        ],
        unwritten: [],
        servers: [{ name: 'x', as: 'x', target: 'cursor:user', outcome: 'written' }],
        written: true,
        id: expect.any(String) as string,
      },
      warnings: [],
      errors: [],
    });
  });

  it('writes to everybody who is here with --to all, with and without a program on the PATH', () => {
    const here = machine({
      '~/.cursor/mcp.json': '{}',
      '~/.codex/config.toml': '',
      '~/.lmstudio/mcp.json': '{ "mcpServers": {} }',
    });
    expect(here.run(['add', 'x', '--to', 'all', '--', 'run']).code).toBe(0);
    for (const name of Object.keys(here.files())) expect(here.read(name)).toContain('run');
    expect(Object.keys(here.files())).toHaveLength(3);
  });

  it('says so when --to all matches no client', () => {
    const { code, ok, errors } = machine().ask(['add', 'x', '--to', 'all', '--', 'run']);
    expect({ code, ok }).not.toEqual({ code: 0, ok: true });
    expect(errors).toHaveLength(1);
    expect(machine().run(['add', 'x', '--to', 'all', '--scope', 'team', '--', 'run'])).toMatchObject({ code: 2 });
  });

  it('writes a file once that several of the clients read', () => {
    const here = machine({ '~/.claude.json': '{}', '~/.copilot/mcp-config.json': '{}' });
    const { code, data } = here.ask<Written>([
      'add',
      'x',
      '--to',
      'claude-code,copilot-cli',
      '-s',
      'project',
      '--',
      'run',
    ]);
    expect(code).toBe(0);
    expect(data.changes.map(({ path }) => path)).toEqual(['PROJECT/.mcp.json']);
    expect(here.run(['add', 'y', '--to', 'all', '-s', 'project', '--', 'run']).code).toBe(0);
  });
});

describe('a dry run', () => {
  it('shows exactly what would be written, and leaves no trace', () => {
    const here = machine();
    const args = ['add', 'x', '--to', 'cursor,codex', '-e', 'API_KEY=canary', '--', 'run'];
    const shown = here.run(['--dry-run', ...args]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/^--- \/dev\/null\n\+\+\+ HOME\/.cursor\/mcp.json\n@@ -0,0 \+1,10 @@\n\+\{\n/);
    expect(shown.stderr).toMatch(/\nWould write 2 files. Run without --dry-run to apply.\n$/);
    expect(shown.stdout + shown.stderr).not.toContain('canary');
    const planned = here.ask<Written>(['-n', ...args]);
    expect(planned.data).toMatchObject({ written: false });
    expect(here.everything()).toEqual([]);
    const written = here.ask<Written>(args);
    expect(written.data.changes).toEqual(planned.data.changes);
    expect(shown.stdout).toBe(written.data.changes.map(({ diff }) => `${diff}\n`).join(''));
  });

  it('says that nothing would change', () => {
    const here = machine();
    here.run(['add', 'x', '--to', 'cursor', '--', 'run']);
    expect(here.run(['add', 'x', '--to', 'cursor', '--overwrite', '-n', '--', 'run'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Nothing would change.\n',
    });
  });
});

it('loses nothing when eight processes add to the same files at once', async () => {
  const here = machine({ '~/.cursor/mcp.json': '{\n  // mine\n  "mcpServers": {}\n}\n' });
  const names = Array.from({ length: 8 }, (_, index) => `s${index}`);
  const codes = names.map(async (name) => {
    const args = [program, 'add', name, '--to', 'cursor,codex', '--', 'run', name];
    const [code] = (await once(spawn(process.execPath, args, { cwd: here.project, env: here.env }), 'exit')) as [
      number,
    ];
    return code;
  });
  expect(await Promise.all(codes)).toEqual(names.map(() => 0));
  const { data } = here.ask<{ servers: { name: string; client: string }[] }>(['list']);
  for (const client of ['cursor', 'codex'])
    expect(
      data.servers
        .filter((one) => one.client === client)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names);
  expect(here.read('~/.cursor/mcp.json')).toContain('// mine');
});

it.skipIf(process.platform === 'win32')('keeps what it makes for its owner, and leaves rights as they were', () => {
  const here = machine({ '.mcp.json': '{}\n' });
  here.run(['add', 'x', '--to', 'claude-code:project,cursor', '--', 'run']);
  expect(statSync(here.path('~/.cursor/mcp.json')).mode & 0o077).toBe(0);
  expect(statSync(here.path('.mcp.json')).mode & 0o044).toBe(0o044 & ~process.umask());
});
