import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));

const before = {
  cursor: [
    '.cursor/mcp.json',
    '{\n   // mine\n   "mcpServers": { "a": {"command":"a"},\n\t"b" : {"url":"https://b.test/mcp"} }, "x": 1}',
  ],
  codex: ['.codex/config.toml', '# mine\n\n[mcp_servers.a]\ncommand = "a" # here\n\n[other]\nx = 1\n'],
  goose: [
    '.config/goose/config.yaml',
    '# mine\nextensions:\n  a:\n    type: stdio\n    name: a\n    cmd: a\n    args: []\n    enabled: true\nx: 1\n',
  ],
} as const;

function home(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(homedir(), 'connect-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

function plugboard(folder: string, ...args: string[]): { code: number | null; out: string } {
  const env = { ...process.env, HOME: folder, USERPROFILE: folder, XDG_CONFIG_HOME: join(folder, '.config') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { code: status, out: stdout + stderr };
}

function expectOnlyGateway(folder: string, client: string): void {
  const { out } = plugboard(folder, 'list', '--client', client, '--json');
  const { servers } = (JSON.parse(out) as { data: { servers: { name: string }[] } }).data;
  expect(servers.map(({ name }) => name)).toEqual(['plugboard']);
}

describe.each(Object.entries(before))('%s', (client, [path, text]) => {
  test.each(['--beside', '--replace'])('is connected %s, and disconnected to the last byte', (flag) => {
    const folder = home({ [path]: text });
    const read = (): string => readFileSync(join(folder, path), 'utf8');
    expect(plugboard(folder, 'connect', client, flag)).toMatchObject({ code: 0 });
    expect(read()).toContain('serve');
    expect(read()).toContain('mine');
    if (flag === '--replace') expectOnlyGateway(folder, client);
    expect(plugboard(folder, 'disconnect', client)).toMatchObject({ code: 0 });
    expect(read()).toBe(text);
  });
});

test('a file that was edited meanwhile loses the entry and nothing else', () => {
  const folder = home({ '.cursor/mcp.json': '{"mcpServers":{"a":{"command":"a"}}}' });
  plugboard(folder, 'connect', 'cursor', '--beside');
  const path = join(folder, '.cursor/mcp.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"a":{', '"b":{'));
  expect(plugboard(folder, 'disconnect', 'cursor').code).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe('{"mcpServers":{"b":{"command":"a"}}}');
});

test('by address, with the token in a variable and nowhere else', () => {
  const folder = home({});
  const { code, out } = plugboard(folder, 'connect', 'claude-code', '--http', 'http://127.0.0.1:7420/mcp');
  expect({ code, out }).toMatchObject({ code: 0 });
  expect(out).toContain('PLUGBOARD_GATEWAY_TOKEN');
  expect(readFileSync(join(folder, '.claude.json'), 'utf8')).toContain('Bearer ${PLUGBOARD_GATEWAY_TOKEN}');
});

test.each([
  [[], 'http://127.0.0.1:1/mcp', 'http://127.0.0.1:1/mcp/cursor'],
  [['--deny', '*&#?'], 'https://g.test/p/mcp/', 'https://g.test/p/mcp/cursor?deny=*%26%23%3F'],
  [['--only', 'b, a', '--search', 'auto'], 'http://g.test/mcp/x', 'http://g.test/mcp/x?only=a,b&search=auto'],
])('what it sees stands in its address: %j', (flags, url, written) => {
  const folder = home({});
  expect(plugboard(folder, 'connect', 'cursor', '--http', url, ...flags)).toMatchObject({ code: 0 });
  const { mcpServers } = JSON.parse(readFileSync(join(folder, '.cursor/mcp.json'), 'utf8'));
  expect(mcpServers.plugboard.url).toBe(written);
});

test('the view is part of the entry', () => {
  const folder = home({});
  plugboard(folder, 'connect', 'cursor', '--only', 'b,a', '--deny', 'x', '--deny', 'y', '--names', 'plain');
  const { args } = JSON.parse(readFileSync(join(folder, '.cursor/mcp.json'), 'utf8')).mcpServers.plugboard;
  const flags = ['--client', 'cursor', '--only', 'a,b', '--names', 'plain', '--deny', 'x', '--deny', 'y'];
  expect(args.slice(args.indexOf('serve'))).toEqual(['serve', ...flags]);
});

test('what cannot be connected', () => {
  const folder = home({});
  expect(plugboard(folder, 'connect', 'canonical').code).toBe(2);
  expect(plugboard(folder, 'connect', 'cursor,codex').code).toBe(2);
  expect(plugboard(folder, 'connect', 'cursor', '--names', 'odd').code).toBe(2);
  expect(plugboard(folder, 'connect', 'cursor', '--http', 'nowhere').code).toBe(2);
  expect(plugboard(folder, 'disconnect', 'cursor').code).toBe(4);
});

describe('a gateway of a client that is started without our variables', () => {
  test.each(['PLUGBOARD_HOME', 'XDG_STATE_HOME'])('uses the state that %s names', (variable) => {
    const folder = home({ '.cursor/mcp.json': '{}' });
    const moved = join(folder, 'moved');
    const { XDG_STATE_HOME: _state, PLUGBOARD_HOME: _home, ...others } = process.env;
    const env = { ...others, HOME: folder, USERPROFILE: folder, [variable]: moved };
    spawnSync(process.execPath, [program, 'connect', 'cursor', '--yes'], { cwd: folder, env });
    const { mcpServers } = JSON.parse(readFileSync(join(folder, '.cursor/mcp.json'), 'utf8'));
    expect(mcpServers.plugboard.env).toEqual({ [variable]: moved });
  });
});
