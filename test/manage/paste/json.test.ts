import { describe, expect, it } from 'vitest';
import { readPasted } from '../../../src/manage/paste/read-pasted.ts';
import { onlyIn, serversIn } from './support/read.ts';

const files = { command: 'npx', args: ['-y', '@acme/files-mcp', '/data'] };
const docs = { transport: 'http', url: 'https://docs.acme.dev/mcp' };

describe('configuration of a client', () => {
  it.each([
    ['claude-code', { mcpServers: { files } }],
    ['mcp-json', { mcpServers: { docs: { url: 'https://docs.acme.dev/mcp' } } }],
    ['claude-code', { mcpServers: { docs: { type: 'streamable-http', url: 'https://docs.acme.dev/mcp' } } }],
    ['vscode', { inputs: [], servers: { files: { type: 'stdio', ...files } } }],
    ['vscode', { mcp: { inputs: [], servers: { files } } }],
    ['opencode', { mcp: { files: { type: 'local', command: ['npx', ...files.args], enabled: true } } }],
    ['opencode', { mcp: { docs: { type: 'remote', url: 'https://docs.acme.dev/mcp' } } }],
    ['opencode', { mcp: { servers: { files: { type: 'local', command: ['npx', ...files.args] } } } }],
    ['crush', { mcp: { files: { type: 'stdio', ...files } } }],
    ['zed', { theme: 'One Dark', context_servers: { files: { source: 'custom', ...files, env: {} } } }],
    ['zed', { context_servers: { files: { command: { path: 'npx', args: files.args, env: null } } } }],
    ['amp', { 'amp.mcpServers': { files } }],
    ['cursor', { mcpServers: { files: { ...files, env: { KEY: '${env:KEY}' } } } }],
    ['windsurf', { mcpServers: { docs: { serverUrl: 'https://docs.acme.dev/mcp' } } }],
    ['gemini-cli', { mcpServers: { docs: { httpUrl: 'https://docs.acme.dev/mcp' } } }],
    ['gemini-cli', { mcpServers: { files: { ...files, trust: true } } }],
    ['cline-vscode', { mcpServers: { docs: { type: 'streamableHttp', url: 'https://docs.acme.dev/mcp' } } }],
    ['cline-vscode', { mcpServers: { files: { ...files, autoApprove: ['read'], disabled: false } } }],
    ['copilot-cli', { mcpServers: { files: { type: 'local', ...files, tools: ['*'] } } }],
    ['goose', { extensions: { docs: { type: 'streamable_http', uri: 'https://docs.acme.dev/mcp', enabled: true } } }],
    ['kimi-code', { mcpServers: { docs: { transport: 'http', url: 'https://docs.acme.dev/mcp', enabled: true } } }],
    ['canonical', { servers: { files: { transport: 'stdio', ...files, retries: 2 } } }],
    ['codex', { mcp_servers: { files: { ...files, env_vars: ['KEY'] } } }],
  ])('is recognized as that of %s: %j', async (dialect, value) => {
    const { servers, diagnostics } = await readPasted(JSON.stringify(value, undefined, 2));
    expect(servers.map((server) => [server.name, server.dialect])).toEqual([[servers[0]?.name, dialect]]);
    expect(diagnostics).toEqual([]);
    const { server, named } = servers[0] as (typeof servers)[number];
    expect(named).toBe(true);
    expect(server).toMatchObject(servers[0]?.name === 'docs' ? { url: docs.url } : files);
    expect(server.transport ?? (server.url ? 'http' : 'stdio')).toBe(server.url ? 'http' : 'stdio');
  });

  it('keeps disabled servers, by the entry or by a list next to the servers', async () => {
    const gemini = { mcpServers: { a: { ...files, trust: true }, b: files }, mcp: { excluded: ['b'] } };
    expect(await serversIn(JSON.stringify(gemini))).toMatchObject({ b: { disabled: true } });
    expect(await serversIn('{"mcp":{"a":{"type":"local","command":["x"],"enabled":false}}}')).toMatchObject({
      a: { disabled: true },
    });
  });

  it.each([
    ['${env:KEY}', { servers: { a: { ...files, env: { KEY: '${env:KEY}' } } } }],
    ['{env:KEY}', { mcp: { a: { type: 'local', command: ['x'], environment: { KEY: '{env:KEY}' } } } }],
    ['$KEY', { mcp: { a: { type: 'stdio', command: 'x', env: { KEY: '$KEY' } } } }],
    ['$KEY in a map that many have', { mcpServers: { a: { ...files, env: { KEY: '$KEY' } } } }],
    ['${KEY}', { mcpServers: { a: { ...files, env: { KEY: '${KEY}' } } } }],
    ['${input:key}', { servers: { a: { ...files, env: { KEY: '${input:key}' } } }, inputs: [{ id: 'key' }] }],
  ])('reads %s as a reference', async (_spelling, value) => {
    expect((await serversIn(JSON.stringify(value)))['a']?.env).toEqual({ KEY: '${KEY}' });
  });

  it.each([
    [60, 60],
    [60_000, 60],
    [5000, 5],
    [300, 300],
    [500, 500],
    [3600, 3600],
  ])('takes a timeout of %d in the unit that makes sense', async (timeout, seconds) => {
    const value = { mcpServers: { a: { ...files, timeout } } };
    expect(await serversIn(JSON.stringify(value))).toMatchObject({ a: { timeout: seconds } });
  });

  it('is found anywhere in a larger file', async () => {
    const workspace = { folders: [], settings: { mcp: { servers: { files } } } };
    expect(await serversIn(JSON.stringify(workspace))).toEqual({ files });
    const projects = { numStartups: 3, projects: { '/a': { mcpServers: { files } }, '/b': { mcpServers: { docs } } } };
    expect(Object.keys(await serversIn(JSON.stringify(projects)))).toEqual(['files', 'docs']);
  });
});

describe('pieces of configuration', () => {
  it.each([
    ['a map of servers', '{ "files": { "command": "npx" }, "docs": { "url": "https://docs.acme.dev/mcp" } }'],
    ['members without braces', '"files": { "command": "npx" },\n"docs": { "url": "https://docs.acme.dev/mcp" },'],
    [
      'a container without braces',
      '  "mcpServers": {\n "files": { "command": "npx" }, "docs": {"url": "https://docs.acme.dev/mcp"} }',
    ],
    [
      'braces that are closed too often',
      '"mcpServers": { "files": { "command": "npx" }, "docs": {"url": "https://docs.acme.dev/mcp"} }\n}\n}',
    ],
    [
      'comments and trailing commas',
      '// mine\n{ "files": { "command": "npx", /* x */ }, "docs": {"url": "https://docs.acme.dev/mcp",}, }',
    ],
    [
      'several documents',
      '{"mcpServers":{"files":{"command":"npx"}}}\n\n{"servers":{"docs":{"url":"https://docs.acme.dev/mcp"}}}',
    ],
    [
      'words around it',
      'Put this into your file:\n{"files":{"command":"npx"},"docs":{"url":"https://docs.acme.dev/mcp"}}\nand restart.',
    ],
    ['a list', '[{"name":"files","command":"npx"},{"name":"docs","url":"https://docs.acme.dev/mcp"}]'],
    ['an unknown container', '{"tools":{"files":{"command":"npx"},"docs":{"url":"https://docs.acme.dev/mcp"}}}'],
  ])('are read: %s', async (_what, text) => {
    const { servers } = await readPasted(text);
    expect(servers.map(({ name, named, server }) => [name, named, server.command ?? server.url])).toEqual([
      ['files', true, 'npx'],
      ['docs', true, 'https://docs.acme.dev/mcp'],
    ]);
  });

  it.each([
    ['{"command":"npx","args":["-y","@acme/files-mcp"]}', 'files', false],
    ['{"type":"http","url":"https://mcp.acme.dev/mcp"}', 'acme', false],
    ['{"name":"mine","command":"npx","args":["-y","@acme/files-mcp"]}', 'mine', true],
  ])('may be one server alone: %s', async (text, name, named) => {
    expect(await onlyIn(text)).toMatchObject({ name, named, kind: 'json' });
  });

  it('take a command line apart where a client does so', async () => {
    expect(await onlyIn('{"command":"npx -y \'@acme/files mcp\'"}')).toMatchObject({
      server: { command: 'npx', args: ['-y', '@acme/files mcp'] },
      dialect: 'cursor',
    });
    expect(await onlyIn('{"command":"/opt/my tool/run"}')).toMatchObject({ server: { command: '/opt/my tool/run' } });
  });

  it('are read in spite of mistakes, which are told with their places', async () => {
    const text = 'x\n{ "mcpServers": {\n  "a": { "command": "npx" "args": ["b"] }\n';
    const { servers, diagnostics } = await readPasted(text);
    expect(servers).toMatchObject([{ name: 'a', server: { command: 'npx', args: ['b'] } }]);
    const places = diagnostics.map(({ code, range }) => [code, range?.start.line, range?.start.column]);
    expect(places).toContainEqual(['syntax', 3, 26]);
  });

  it('report unknown keys', async () => {
    const { diagnostics } = await readPasted('{ "mcpServers": {\n  "a": { "command": "x", "colors": 1 } } }');
    expect(diagnostics).toMatchObject([
      { code: 'key-ignored', args: { key: 'colors' }, range: { start: { line: 2 } } },
    ]);
  });

  it('have their places even without braces', async () => {
    const text = 'See:\n"a": { "command": "x", "colors": 1 }';
    const { diagnostics } = await readPasted(text);
    expect(diagnostics).toMatchObject([
      { range: { start: { offset: text.indexOf('"colors"'), line: 2, column: 24 } } },
    ]);
  });

  it('tell what makes an entry unusable', async () => {
    const { servers, diagnostics } = await readPasted(
      '{"mcpServers":{"a":{"command":"x","env":{"N":1}},"b":{"args":[]}}}',
    );
    expect(servers.map(({ name }) => name)).toEqual(['a']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['wrong-type', 'command-missing']);
  });
});

describe('other formats', () => {
  it.each([
    ['codex', '[mcp_servers.files]\ncommand = "npx"\nargs = ["-y"]\nenv_vars = ["KEY"]\n', 'toml'],
    ['codex', '# mine\n[mcp_servers.docs]\nurl = "https://docs.acme.dev/mcp"\nbearer_token_env_var = "KEY"\n', 'toml'],
    ['grok', '[mcp_servers.docs]\nurl = "https://docs.acme.dev/mcp"\nheaders = { A = "$KEY" }\n', 'toml'],
    ['goose', 'extensions:\n  files:\n    type: stdio\n    cmd: npx\n    args: [-y]\n    enabled: true\n', 'yaml'],
    ['continue', 'name: x\nmcpServers:\n  - name: files\n    command: npx\n    args:\n      - -y\n', 'yaml'],
    ['continue', '- name: files\n  command: npx\n  args: [-y]\n', 'yaml'],
  ])('%s: %s', async (dialect, text, kind) => {
    const found = await onlyIn(text);
    expect(found).toMatchObject({ kind, dialect, named: true });
    expect(['files', 'docs']).toContain(found['name']);
  });

  it('can be said', async () => {
    const text = 'url = "https://docs.acme.dev/mcp"';
    expect((await readPasted(text, { format: 'toml' })).servers).toMatchObject([{ server: { url: docs.url } }]);
    await expect(readPasted(text, { format: 'json' })).rejects.toMatchObject({ code: 'paste-unrecognized' });
  });
});
