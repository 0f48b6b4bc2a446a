import { describe, expect, it } from 'vitest';
import { readPasted } from '../../../src/manage/paste/read-pasted.ts';
import { onlyIn, refusalOf } from './support/read.ts';

const acme = { transport: 'http', url: 'https://mcp.acme.dev/mcp' };
const files = { transport: 'stdio', command: 'npx', args: ['-y', '@acme/files-mcp'] };

describe('claude mcp add', () => {
  it.each([
    ['claude mcp add --transport http acme https://mcp.acme.dev/mcp', { name: 'acme', server: acme }],
    ['claude mcp add acme -t http https://mcp.acme.dev/mcp', { name: 'acme', server: acme }],
    ['claude mcp add acme https://mcp.acme.dev/mcp', { name: 'acme', server: acme }],
    ['claude mcp add -t sse acme https://mcp.acme.dev/x', { server: { transport: 'sse' } }],
    ['claude mcp add acme https://mcp.acme.dev/sse', { server: { transport: 'sse' } }],
    ['claude mcp add https://mcp.acme.dev/mcp', { name: 'acme', named: false, server: acme }],
    [
      `claude mcp add -t http acme https://mcp.acme.dev/mcp -H "Authorization: Bearer $KEY" --header 'X-Team:blue'`,
      { server: { ...acme, headers: { Authorization: 'Bearer ${KEY}', 'X-Team': 'blue' } } },
    ],
    [
      `claude mcp add -H 'A: 1' 'B: 2' --transport http acme https://mcp.acme.dev/mcp`,
      { name: 'acme', server: { ...acme, headers: { A: '1', B: '2' } } },
    ],
    ['claude mcp add files -- npx -y @acme/files-mcp', { name: 'files', server: files }],
    ['claude mcp add files npx -y @acme/files-mcp', { name: 'files', server: files }],
    ['claude mcp add npx -y @acme/files-mcp', { name: 'files', named: false, server: files }],
    [
      'claude mcp add -e A=1 B=2 -s user files -- npx -y @acme/files-mcp',
      { name: 'files', scope: 'user', server: { ...files, env: { A: '1', B: '2' } } },
    ],
    [
      'claude mcp add files --env=A=1 --env B="x y" --scope=project -- npx -y @acme/files-mcp',
      { scope: 'project', server: { ...files, env: { A: '1', B: 'x y' } } },
    ],
    [
      'claude mcp add files npx -y @acme/files-mcp --port 3000 -e KEY=<your key> -s local',
      {
        scope: 'local',
        server: { ...files, args: [...files.args, '--port', '3000'], env: { KEY: '<your key>' } },
      },
    ],
    [
      'claude mcp add -t http --client-id abc --client-secret --callback-port 8080 acme https://mcp.acme.dev/mcp',
      { name: 'acme', server: { ...acme, auth: { type: 'oauth', clientId: 'abc', callbackPort: 8080 } } },
    ],
    [
      'claude mcp add gh -- docker run -i --rm -e TOKEN -e MODE=ro ghcr.io/acme/gh',
      {
        server: {
          args: ['run', '-i', '--rm', '-e', 'TOKEN', '-e', 'MODE=ro', 'ghcr.io/acme/gh'],
          env: { TOKEN: '${TOKEN}' },
        },
      },
    ],
    [
      'claude mcp add x -- cmd /c npx -y "C:\\Users\\me\\x.js"',
      { server: { command: 'cmd', args: ['/c', 'npx', '-y', 'C:\\Users\\me\\x.js'] } },
    ],
    [`claude mcp add-json files '{"command":"npx","args":["-y","@acme/files-mcp"]}' -s user`, { scope: 'user' }],
    [`claude mcp add-json files '{\n  "command": "npx",\n  "args": ["-y"]\n}'`, { server: { args: ['-y'] } }],
    ['claude mcp add-json acme "{\\"type\\":\\"http\\",\\"url\\":\\"https://mcp.acme.dev/mcp\\"}"', { server: acme }],
    [`claude mcp add-json acme '{\\"type\\":\\"http\\",\\"url\\":\\"https://mcp.acme.dev/mcp\\"}'`, { server: acme }],
    ['npx @anthropic-ai/claude-code@latest mcp add files -- npx -y @acme/files-mcp', { server: files }],
  ])('%s', async (line, expected) => {
    expect(await onlyIn(line)).toMatchObject({ kind: 'claude-command', dialect: 'claude-code', ...expected });
  });

  it('tells which options it does not know', async () => {
    const { diagnostics } = await readPasted('\nclaude mcp add x --wild=secret -- npx x');
    expect(diagnostics).toMatchObject([{ code: 'syntax', range: { start: { line: 2, column: 18 } } }]);
    expect(JSON.stringify(diagnostics)).not.toContain('secret');
  });
});

describe('other programs that add servers', () => {
  it.each([
    ['codex mcp add files --env K=V -- npx -y @acme/files-mcp', 'codex', { ...files, env: { K: 'V' } }],
    [
      'codex mcp add acme --url https://mcp.acme.dev/mcp --bearer-token-env-var KEY',
      'codex',
      { ...acme, headers: { Authorization: 'Bearer ${KEY}' } },
    ],
    [
      `gemini mcp add -s user -t http acme https://mcp.acme.dev/mcp -H 'A: $KEY' --include-tools a,b --timeout 5000`,
      'gemini-cli',
      { ...acme, headers: { A: '${KEY}' }, tools: { allow: ['a', 'b'] }, timeout: 5 },
    ],
    ['gemini mcp add files npx -y @acme/files-mcp -e K=V', 'gemini-cli', { ...files, env: { K: 'V' } }],
    ['qwen mcp add files npx -y @acme/files-mcp', 'qwen-code', files],
    [
      'opencode mcp add acme --url https://mcp.acme.dev/mcp --header "A=Bearer {env:KEY}"',
      'opencode',
      { ...acme, headers: { A: 'Bearer ${KEY}' } },
    ],
    ['opencode mcp add files --global -- npx -y @acme/files-mcp', 'opencode', files],
    ['amp mcp add files -- npx -y @acme/files-mcp', 'amp', files],
    ['amp mcp add acme --header "A=b" https://mcp.acme.dev/mcp', 'amp', { ...acme, headers: { A: 'b' } }],
    [
      'copilot mcp add files --tools "*" --timeout 9000 -- npx -y @acme/files-mcp',
      'copilot-cli',
      { ...files, timeout: 9 },
    ],
    ['droid mcp add files "npx -y @acme/files-mcp" --env K=V', 'droid', { ...files, env: { K: 'V' } }],
    ['droid mcp add acme https://mcp.acme.dev/mcp --type http', 'droid', acme],
    ['kimi mcp add -t http -a oauth acme https://mcp.acme.dev/mcp', 'kimi-code', { ...acme, auth: { type: 'oauth' } }],
    ['auggie mcp add files --command npx --args "-y @acme/files-mcp"', 'auggie', files],
    ['kiro-cli mcp add --name files --scope global --command npx --args -y,@acme/files-mcp', 'kiro', files],
    ['grok mcp add files -- npx -y @acme/files-mcp', 'grok', files],
    [`code --add-mcp '{"name":"files","command":"npx","args":["-y","@acme/files-mcp"]}'`, 'vscode', files],
    [
      `code-insiders --add-mcp "{\\"name\\":\\"acme\\",\\"url\\":\\"https://mcp.acme.dev/mcp\\"}"`,
      'vscode',
      { url: acme.url },
    ],
    [`cursor --add-mcp '{"name":"files","command":"npx -y @acme/files-mcp"}'`, 'cursor', files],
    ['goose session --with-extension "KEY=$KEY npx -y @acme/files-mcp"', 'goose', { ...files, env: { KEY: '${KEY}' } }],
    ['goose run --with-streamable-http-extension https://mcp.acme.dev/mcp', 'goose', acme],
    ['mcporter config add acme https://mcp.acme.dev/mcp', 'mcporter', acme],
    [
      "plugboard add acme --url https://mcp.acme.dev/mcp --token '${KEY}' --to codex --timeout 20 --deny-tool x",
      'canonical',
      { ...acme, headers: { Authorization: 'Bearer ${KEY}' }, timeout: 20, tools: { deny: ['x'] } },
    ],
    ['/mcp add --type http acme "https://mcp.acme.dev/mcp"', undefined, acme],
    ['somebody mcp add files -e K -- npx -y @acme/files-mcp', undefined, { ...files, env: { K: '${K}' } }],
    ['npx add-mcp https://mcp.acme.dev/mcp -a cursor -g -y', undefined, acme],
    ['npx -y add-mcp@latest @acme/files-mcp --name files --all', undefined, files],
    ["npx install-mcp 'npx -y @acme/files-mcp' --client claude", undefined, files],
    ['npx install-mcp https://mcp.acme.dev/mcp --name acme --client cursor --oauth no', undefined, acme],
  ])('%s', async (line, dialect, server) => {
    const found = await onlyIn(line);
    const { transport: _, ...started } = server as { transport?: string };
    expect(found).toMatchObject({ kind: 'other-command', server: line.includes('{') ? started : server });
    expect(found['dialect']).toBe(dialect);
    expect(['files', 'acme']).toContain(found['name']);
  });
});

describe('commands that start a server', () => {
  it.each([
    ['npx -y @acme/files-mcp@1.2.3 /data', 'files', ['-y', '@acme/files-mcp@1.2.3', '/data']],
    ['npx mcp-files', 'files', ['mcp-files']],
    ['bunx @acme/files-mcp', 'files', ['@acme/files-mcp']],
    ['pnpm dlx @acme/files-mcp', 'files', ['dlx', '@acme/files-mcp']],
    ['uvx mcp-server-files --root /', 'files', ['mcp-server-files', '--root', '/']],
    ['uvx --from git+https://git.acme.dev/x/tools files-mcp', 'files', undefined],
    ['uv run --with mcp files.py', 'files', undefined],
    ['uv --directory /home/me/files run server.py', 'files', undefined],
    ['uv tool run files-mcp', 'files', undefined],
    ['pipx run files-mcp', 'files', undefined],
    ['python -m mcp_server_files', 'files', ['-m', 'mcp_server_files']],
    ['python3 /srv/files/server.py', 'files', undefined],
    ['node /srv/files/dist/index.js', 'files', undefined],
    ['node C:\\srv\\files\\dist\\index.js', 'files', ['C:\\srv\\files\\dist\\index.js']],
    ['deno run -A jsr:@acme/files-mcp', 'files', undefined],
    ['go run github.com/acme/files-mcp@latest', 'files', undefined],
    ['docker run -i --rm -v /a:/b acme/files-mcp:2 stdio', 'files', undefined],
    ['podman run -i --rm --env KEY docker.io/acme/files-mcp', 'files', undefined],
    ['./bin/files-mcp --stdio', 'files', ['--stdio']],
    ['files-mcp', 'files', undefined],
    ['npx -y mcp-remote https://mcp.files.io/sse', 'files', undefined],
    ['sudo npx -y @acme/files-mcp', 'files', ['-y', '@acme/files-mcp']],
    ['env npx -y @acme/files-mcp', 'files', ['-y', '@acme/files-mcp']],
  ])('%s', async (line, name, args) => {
    const found = await onlyIn(line);
    expect(found).toMatchObject({ kind: 'start-command', name, named: false, server: { transport: 'stdio' } });
    if (args) expect(found).toMatchObject({ server: { args } });
  });

  it('include variables that precede the command or are passed to a container', async () => {
    expect(await onlyIn('A=1 B="x y" C=$D npx x-mcp')).toMatchObject({
      server: { env: { A: '1', B: 'x y', C: '${D}' } },
    });
    // A value that is left empty in instructions is one to fill in.
    expect(await onlyIn('docker run -i -e A= --env=B= acme/x')).toMatchObject({
      server: { args: ['run', '-i', '-e', 'A', '--env=B', 'acme/x'], env: { A: '${A}', B: '${B}' } },
    });
    expect(await onlyIn('docker run -i -e A -e B=2 --env C --env=D acme/x')).toMatchObject({
      server: { args: expect.arrayContaining(['-e', 'A', 'B=2']), env: { A: '${A}', C: '${C}', D: '${D}' } },
    });
  });
});

describe('several lines', () => {
  it.each([
    ['of their own', 'claude mcp add a -- npx a\n# the other one\nclaude mcp add b -- npx b\n'],
    [
      'behind prompts, with what they print',
      '$ claude mcp add a -- npx a\nAdded a\n$ claude mcp add b -- npx b\nnpx ok',
    ],
    ['joined by &&', 'claude mcp add a -- npx a && claude mcp add b -- npx b'],
    ['going on in the next', 'claude mcp add a \\\n  -- npx a\r\nclaude mcp add b `\r\n  -- npx b'],
    [
      'going on in the next for cmd',
      'claude mcp add a ^\n -- npx a\nclaude mcp add b --scope user \n  --env A=1 -- npx b',
    ],
    [
      'between other commands',
      'npm install -g a\ncd here\nclaude mcp add a -- npx a\nclaude mcp add b -- npx b\nclaude mcp list',
    ],
  ])('%s', async (_what, text) => {
    const { servers } = await readPasted(text);
    expect(servers.map(({ name, server }) => [name, server.args])).toEqual([
      ['a', ['a']],
      ['b', ['b']],
    ]);
  });
});

describe('rejected commands, and why', () => {
  it.each([
    ['npx a-mcp | tee log', '|'],
    ['npx a-mcp > log', '>'],
    ['npx a-mcp; rm x', ';'],
    ['cd x && npx a-mcp', '&&'],
    ['npx a-mcp &', '&'],
    ['npx a-mcp `whoami`', 'backticks'],
    ['npx a-mcp $(whoami)', '$( )'],
    ['npx "a $(whoami)"', '$( )'],
    ["npx a-mcp 'open", 'not closed'],
    ['claude mcp add a -- npx a || true', '||'],
    ['claude mcp add a', 'what to start'],
    ['claude mcp add-json a', 'JSON'],
    ['npm install -g a-mcp', 'installs'],
    ['pip install a-mcp', 'installs'],
    ['npx -y @smithery/cli install @acme/a --client claude', 'Smithery'],
    ['npx @modelcontextprotocol/inspector npx a', 'not a server'],
    ['git clone https://github.com/acme/a', 'does not start'],
    ['https://github.com/acme/a-mcp', 'page'],
    ['{"mcpServers": {', 'JSON'],
    ['hello there', ''],
    ['   \n', ''],
  ])('%s', async (text, why) => {
    expect(await refusalOf(text)).toContain(why);
  });
});
