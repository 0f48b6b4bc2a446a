import { expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const snippet = `# Install

\`\`\`json
{
  "mcpServers": {
    "git": { "command": "uvx", "args": ["mcp-server-git"] },
    "events": { "type": "sse", "url": "https://mcp.example.com/sse" },
  }
}
\`\`\`
`;

it('adds every server of a page from standard input to several clients', () => {
  const here = machine();
  const { code, stdout } = here.run(['add', '-', '--to', 'claude-code,vscode'], { input: snippet });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      '✓ import git, events to claude-code:user, vscode:user\n  created ~/.claude.json\n  created ~/.config/Code/User/mcp.json\n',
  });
  expect(JSON.parse(here.read('~/.claude.json'))).toEqual({
    mcpServers: {
      git: { type: 'stdio', command: 'uvx', args: ['mcp-server-git'] },
      events: { type: 'sse', url: 'https://mcp.example.com/sse' },
    },
  });
});

it('takes --json - for a definition on standard input and answers in JSON', () => {
  const here = machine();
  const { stdout } = here.run(['add', 'mine', '--json', '-'], { input: '{ "url": "https://mcp.example.com/mcp" }' });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { title: 'add mine to catalog:user', written: true } });
});

it.each([
  ['claude mcp add --transport http linear https://mcp.linear.app/mcp', 'linear'],
  ['npx -y @modelcontextprotocol/server-filesystem@1.0.0 .', 'filesystem'],
  ['docker run -i --rm -e GITHUB_TOKEN ghcr.io/github/github-mcp-server', 'github'],
  ['https://mcp.sentry.dev/mcp', 'sentry'],
  ['[mcp_servers.toml]\ncommand = "x"\n', 'toml'],
  ['cursor://anysphere.cursor-deeplink/mcp/install?name=pg&config=eyJjb21tYW5kIjoibnB4IC15IHBnLW1jcCJ9', 'pg'],
])('understands %j', (text, name) => {
  const here = machine();
  expect(here.ask(['add', text]).code).toBe(0);
  const { data } = here.ask(['get', name]);
  expect(data.definitions).toHaveLength(1);
});

it('speaks the grammar of claude mcp add itself', () => {
  const here = machine();
  here.run([
    'add',
    '--transport',
    'http',
    'linear',
    'https://mcp.linear.app/mcp',
    '-H',
    'X-Team: a',
    '--to',
    'claude-code',
  ]);
  expect(JSON.parse(here.read('~/.claude.json'))).toEqual({
    mcpServers: { linear: { type: 'http', url: 'https://mcp.linear.app/mcp', headers: { 'X-Team': 'a' } } },
  });
});

it('finds a name for a command that has none', () => {
  const here = machine();
  expect(here.run(['add', '--', 'npx', '-y', '@upstash/context7-mcp']).stdout).toContain(
    '✓ add context7 to catalog:user',
  );
});

it('writes nothing when the text has a mistake, and shows where', () => {
  const here = machine();
  const { code, stdout, stderr } = here.run(['add', 'x', '{ "command": "a", "args": [1,, }']);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('✗ Nothing was written: the text has errors.');
  expect(stderr).toMatch(/the text:1:\d+ JSON syntax error/);
  expect(here.ask(['list']).data.servers).toEqual([]);
});

it('says what it understands when it does not', () => {
  const { code, errors } = machine().ask(['add', 'hello there']);
  expect({ code, errors }).toMatchObject({ code: 3, errors: [{ code: 'paste-unrecognized' }] });
});

it('does not give one name to several servers', () => {
  const { code, stderr } = machine().run(['add', 'one', '-'], { input: snippet });
  expect(code).toBe(2);
  expect(stderr).toContain('The text defines 2 servers, which cannot all be called one');
});
