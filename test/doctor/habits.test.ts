import { describe, expect, it } from 'vitest';
import { inSteps } from '../../src/manage/plan/in-steps.ts';
import type { DiagnosticCode } from '../../src/model/diagnostics/diagnostic.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { clinic, codesOf, placeOf, servers } from './support/clinic.ts';

const opencodeFile = '~/.config/opencode/opencode.json';
const opencode = (entry: object): Record<string, unknown> => ({ [opencodeFile]: { mcp: { x: entry } } });
const codex = (...lines: string[]): Record<string, unknown> => ({
  '~/.codex/config.toml': `[mcp_servers.x]\n${lines.join('\n')}\n`,
});
const inFile = (file: string, entry: object): Record<string, unknown> => ({ [file]: servers({ x: entry }) });
const url = 'https://a.example/api';

/** Files, the issue, its place, and whether it can be repaired. */
const traps: readonly (readonly [string, Record<string, unknown>, DiagnosticCode, string, boolean])[] = [
  [
    'Claude Code: transport',
    inFile('~/.claude.json', { transport: 'http', url }),
    'type-missing',
    '~/.claude.json:4:7',
    true,
  ],
  ['Claude Code: no type', inFile('~/.claude.json', { url }), 'type-missing', '~/.claude.json:3:5', true],
  [
    'Claude Code: timeout',
    inFile('~/.claude.json', { command: 'node', timeout: 0 }),
    'number-refused',
    '~/.claude.json:5:18',
    false,
  ],
  [
    'Claude Code: a number',
    inFile('~/.claude.json', { command: 'node', env: { A: 1 } }),
    'wrong-type',
    '~/.claude.json:6:14',
    true,
  ],
  ['Claude Code: a comment', { '~/.claude.json': '{\n  // mine\n}\n' }, 'json-comment', '~/.claude.json:2:3', false],
  ['Codex: args', codex(`url = "${url}"`, 'args = ["a"]'), 'keys-exclude', '~/.codex/config.toml:3:1', false],
  [
    'Codex: bearer_token',
    codex(`url = "${url}"`, 'bearer_token = "a"'),
    'keys-exclude',
    '~/.codex/config.toml:3:1',
    false,
  ],
  [
    'Codex: http_headers',
    codex('command = "node"', 'http_headers = { A = "b" }'),
    'keys-exclude',
    '~/.codex/config.toml:3:1',
    false,
  ],
  ['Codex: nothing', codex('enabled = true'), 'command-missing', '~/.codex/config.toml:1:14', false],
  ['Codex: headers', codex(`url = "${url}"`, 'headers = { A = "b" }'), 'key-ignored', '~/.codex/config.toml:3:1', true],
  ['Codex: type', codex('command = "node"', 'type = "stdio"'), 'key-ignored', '~/.codex/config.toml:3:1', true],
  ['OpenCode: no type', opencode({ command: ['node'] }), 'type-missing', `${opencodeFile}:3:5`, true],
  ['OpenCode: another type', opencode({ type: 'http', url }), 'type-rejected', `${opencodeFile}:4:15`, true],
  ['OpenCode: a text', opencode({ type: 'local', command: 'node x.js' }), 'wrong-type', `${opencodeFile}:5:18`, true],
  [
    'OpenCode: args',
    opencode({ type: 'local', command: ['node'], args: ['x.js'] }),
    'key-ignored',
    `${opencodeFile}:8:7`,
    true,
  ],
  [
    'OpenCode: env',
    opencode({ type: 'local', command: ['node'], env: { A: 'b' } }),
    'key-ignored',
    `${opencodeFile}:8:7`,
    true,
  ],
  [
    'OpenCode: timeout',
    opencode({ type: 'local', command: ['node'], timeout: 1.5 }),
    'number-refused',
    `${opencodeFile}:8:18`,
    false,
  ],
  [
    'OpenCode: file',
    opencode({ type: 'remote', url, headers: { A: '{file:./key}' } }),
    'file-reference-missing',
    `${opencodeFile}:7:14`,
    false,
  ],
  [
    'Kilo: env',
    { 'kilo.json': { mcp: { x: { type: 'local', command: ['node', '{env:PATH}'] } } } },
    'reference-refused',
    'kilo.json:7:9',
    false,
  ],
  ['Roo: type', inFile('.roo/mcp.json', { type: 'http', url }), 'type-rejected', '.roo/mcp.json:4:15', true],
  [
    'Roo: env',
    inFile('.roo/mcp.json', { type: 'sse', url, env: { A: 'b' } }),
    'keys-exclude',
    '.roo/mcp.json:6:7',
    false,
  ],
  [
    'Cline: type',
    inFile('~/.cline/data/settings/cline_mcp_settings.json', { type: 'http', url }),
    'type-rejected',
    '~/.cline/data/settings/cline_mcp_settings.json:4:15',
    true,
  ],
  [
    'Copilot: type',
    inFile('~/.copilot/mcp-config.json', { type: 'streamableHttp', url }),
    'unknown-transport',
    '~/.copilot/mcp-config.json:4:15',
    false,
  ],
  [
    'Gemini: a comma',
    { '~/.gemini/settings.json': '{\n  "mcpServers": { "x": { "command": "node" }, }\n}\n' },
    'json-trailing-comma',
    '~/.gemini/settings.json:2:45',
    false,
  ],
  [
    'Qwen: type',
    inFile('~/.qwen/settings.json', { httpUrl: url, type: 'http' }),
    'key-ignored',
    '~/.qwen/settings.json:5:7',
    false,
  ],
  ['Droid: no type', inFile('~/.factory/mcp.json', { url }), 'type-missing', '~/.factory/mcp.json:3:5', true],
  [
    'Zed: no args',
    { '~/.config/zed/settings.json': { context_servers: { x: { command: '/bin/sh' } } } },
    'key-missing',
    '~/.config/zed/settings.json:3:5',
    true,
  ],
  [
    'Claude Desktop: url',
    inFile('~/.config/Claude/claude_desktop_config.json', { url }),
    'transport-unsupported',
    '~/.config/Claude/claude_desktop_config.json:4:14',
    false,
  ],
  [
    'Grok: sse',
    { '~/.grok/config.toml': `[mcp_servers.x]\nurl = "${url}"\ntype = "sse"\n` },
    'transport-unsupported',
    '~/.grok/config.toml:3:8',
    false,
  ],
];

it.each(traps)('%s', async (_, files, code, place, repairable) => {
  const { one, repair, issues } = clinic(files, { env: { HOME: '/' } });
  const issue = await one(code);
  expect(placeOf(issue)).toBe(place);
  expect(issue.fix !== undefined).toBe(repairable);
  if (!repairable) return;
  await repair(code);
  expect(codesOf(await issues())).toEqual([]);
});

it('says what a bad entry costs', async () => {
  const [issue] = await clinic(opencode({ type: 'http', url })).issues();
  expect(issue?.evidence).toEqual(['OpenCode does not start until this is fixed']);
});

it('makes goose entries whole, all repairs as one plan', async () => {
  const path = '~/.config/goose/config.yaml';
  const text = 'extensions:\n  x:\n    name: x\n    type: stdio\n    cmd: node\n';
  const { all, read, host, issues } = clinic({ [path]: text });
  const missing = await all('key-missing');
  expect(missing.map(({ args }) => (args as { key: string }).key)).toEqual(['enabled', 'args']);
  const plans = missing.flatMap(({ fix }) => (fix && 'plan' in fix ? [fix.plan] : []));
  await applyPlan(host, await inSteps(host, 'repair', plans));
  expect(read(path)).toBe(`${text}    enabled: true\n    args: []\n`);
  expect(await issues()).toEqual([]);
});

it('misses the description of a goose entry only where an address is contacted', async () => {
  const path = '~/.config/goose/config.yaml';
  const entry = (lines: string): string => `extensions:\n  x:\n    name: x\n    enabled: true\n${lines}`;
  const local = clinic({ [path]: entry('    type: stdio\n    cmd: node\n    args: []\n') });
  expect(await local.issues()).toEqual([]);
  const remote = clinic({ [path]: entry(`    type: streamable_http\n    uri: ${url}\n`) });
  expect(await remote.one('key-missing')).toMatchObject({ args: { key: 'description' } });
});

describe('names', () => {
  it('that a client keeps for itself', async () => {
    const { one } = clinic({ '~/.claude.json': servers({ workspace: { command: 'node' } }) });
    expect((await one('name-unusable')).args).toEqual({ name: 'workspace', client: 'Claude Code' });
  });

  it('that it can use', async () => {
    expect(await clinic({ '~/.claude.json': servers({ 'work-space': { command: 'node' } }) }).issues()).toEqual([]);
  });
});

describe('switches that the client ignores', () => {
  const off = { command: 'node', disabled: true };

  it.each([
    ['~/.claude.json', servers({ x: off, y: { command: 'node', args: ['y'] } })],
    ['.mcp.json', servers({ x: off })],
    ['~/.config/amp/settings.json', { 'amp.mcpServers': { x: off } }],
    ['~/.omp/agent/mcp.json', servers({ x: off })],
    ['~/.gemini/settings.json', servers({ x: off })],
    ['~/.copilot/mcp-config.json', servers({ x: off })],
    ['kilo.json', { mcp: { x: { type: 'local', command: ['node'], disabled: true } } }],
  ])('are an error in %s, and the repair really switches off', async (file, content) => {
    const { one, repair, issues } = clinic({ [file]: content });
    const issue = await one('off-but-started');
    expect([issue.severity, issue.server]).toEqual(['error', 'x']);
    await repair('off-but-started');
    expect(codesOf(await issues())).toEqual([]);
  });

  it.each([
    ['~/.factory/mcp.json', servers({ x: off })],
    ['~/.qoder/settings.json', servers({ x: off })],
    [opencodeFile, { mcp: { x: { type: 'local', command: ['node'], disabled: true } } }],
  ])('are obeyed in %s', async (file, content) => {
    expect(await clinic({ [file]: content }).issues()).toEqual([]);
  });

  it('say on', async () => {
    const files = { '~/.claude.json': servers({ x: { command: 'node', disabled: false } }) };
    expect(codesOf(await clinic(files).issues())).toEqual(['key-ignored']);
  });
});

describe('addresses', () => {
  it.each([
    ['~/.claude.json', { type: 'http', url: 'https://a.example/sse' }, '"type": "sse"'],
    ['~/.claude.json', { type: 'sse', url: 'https://a.example/mcp/' }, '"type": "http"'],
    ['~/.gemini/settings.json', { url: 'https://a.example/sse' }, '"type": "sse"'],
    ['~/.qwen/settings.json', { url: 'https://a.example/mcp' }, '"httpUrl": "https://a.example/mcp"'],
    ['~/.cline/data/settings/cline_mcp_settings.json', { url: 'https://a.example/mcp' }, '"type": "streamableHttp"'],
  ])('look like another transport in %s', async (file, entry, written) => {
    const { one, repair, issues, read } = clinic(inFile(file, entry));
    expect((await one('transport-suspect')).severity).toBe('warning');
    await repair('transport-suspect');
    expect(read(file)).toContain(written);
    expect(await issues()).toEqual([]);
  });

  it.each([
    inFile('~/.cursor/mcp.json', { url: 'https://a.example/sse' }),
    opencode({ type: 'remote', url: 'https://a.example/sse' }),
    inFile('~/.claude.json', { type: 'http', url: 'https://a.example/mcp' }),
  ])('are taken as they are: %#', async (files) => expect(await clinic(files).issues()).toEqual([]));

  it.each(['http://a.example/x', 'http://192.168.0.1:80/x', 'http://${HERE}/x'])(
    'without encryption: %s',
    async (address) => {
      const files = inFile('~/.claude.json', { type: 'http', url: address, headers: { 'X-A': 'b' } });
      const issue = await clinic(files, { env: { HERE: 'b.example' } }).one('url-insecure');
      expect(issue.evidence).toEqual(['sent along: X-A']);
    },
  );

  it.each(['http://localhost:1/x', 'http://127.0.0.2/x', 'http://[::1]:1/x', 'https://a.example/x'])(
    'of no concern: %s',
    async (address) => {
      expect(await clinic(inFile('~/.claude.json', { type: 'http', url: address })).issues()).toEqual([]);
    },
  );
});
