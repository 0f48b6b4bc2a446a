import { describe, expect, it } from 'vitest';
import { machine } from './support/machine.ts';

interface Written {
  readonly changes: readonly unknown[];
  readonly unwritten: readonly { server: string; client: string }[];
  readonly servers: readonly { name: string; as: string; target: string; outcome: string }[];
}

describe('a name that is taken', () => {
  const here = machine({ '~/.cursor/mcp.json': '{ "mcpServers": { "x": { "command": "old" } } }\n' });
  const text = here.read('~/.cursor/mcp.json');

  it('is a conflict, and nothing is written anywhere', () => {
    const ended = here.run(['add', 'x', '--to', 'codex,cursor', '--', 'new']);
    expect(ended).toEqual({
      code: 5,
      stdout: '',
      stderr: `✗ Server "x" already exists in HOME/.cursor/mcp.json\n  fix: use --overwrite to replace it, or another name\n`,
    });
    expect(here.files()).toEqual({ '~/.cursor/mcp.json': text });
    expect(here.ask(['add', 'x', '--to', 'cursor', '--', 'new'])).toMatchObject({
      code: 5,
      ok: false,
      errors: [
        {
          code: 'server-exists',
          message: 'Server "x" already exists in HOME/.cursor/mcp.json',
          path: 'HOME/.cursor/mcp.json',
        },
      ],
    });
  });

  it('may be left as it is', () => {
    expect(here.ask<Written>(['add', 'x', '--to', 'cursor', '--skip', '--', 'new'])).toMatchObject({
      code: 0,
      ok: true,
      data: {
        changes: [],
        servers: [{ name: 'x', as: 'x', target: 'cursor:user', outcome: 'skipped' }],
        written: false,
      },
    });
    expect(here.run(['add', 'x', '--to', 'cursor', '--skip', '--', 'new']).stderr).toBe(
      'i cursor:user has x already; it is left unchanged\n',
    );
    expect(here.read('~/.cursor/mcp.json')).toBe(text);
  });

  it('may be replaced, which is the same when done twice', () => {
    const args = ['add', 'x', '--to', 'cursor', '--overwrite', '--url', 'https://x.example/mcp'];
    expect(here.run(args).code).toBe(0);
    expect(JSON.parse(here.read('~/.cursor/mcp.json'))).toEqual({
      mcpServers: { x: { url: 'https://x.example/mcp' } },
    });
    expect(here.run(args)).toEqual({ code: 0, stdout: '· Nothing to change: add x to cursor:user\n', stderr: '' });
  });

  it('also by a value that is not a server', () => {
    const odd = machine({ '.mcp.json': '{ "mcpServers": { "x": "later" } }\n' });
    expect(odd.run(['add', 'x', '--to', 'claude-code:project', '--', 'new']).code).toBe(5);
    expect(odd.read('.mcp.json')).toContain('later');
  });

  it('also by a server that is switched off and not in the file', () => {
    const parked = machine({ '~/.cursor/mcp.json': '{ "mcpServers": { "x": { "command": "old" } } }\n' });
    parked.run(['disable', 'x', '--in', 'cursor']);
    expect(parked.run(['add', 'x', '--to', 'cursor', '--', 'new']).code).toBe(5);
    expect(parked.run(['add', 'x', '--to', 'cursor', '--overwrite', '--', 'new']).code).toBe(0);
    const { data } = parked.ask<{ servers: unknown[] }>(['list']);
    expect(data.servers).toEqual([expect.objectContaining({ state: 'active', server: { command: 'new' } })]);
  });
});

describe('a server that a client cannot use', () => {
  const args = ['add', 'feed', '-t', 'sse', '--url', 'https://feed.example/sse'];

  it('is reported as missing while others can', () => {
    const here = machine();
    const { code, stdout, stderr } = here.run([...args, '--to', 'codex,vscode:project']);
    expect(code).toBe(6);
    expect(stdout).toBe('✓ add feed to vscode:project\n  created .vscode/mcp.json\n');
    expect(stderr).toBe(
      '✗ codex: feed.transport dropped: Codex does not support sse servers; the server is not written\nUndo with: plugboard undo\n',
    );
    expect(Object.keys(here.files())).toEqual(['.vscode/mcp.json']);
    const { data, errors } = here.ask<Written>([...args, '--to', 'codex,gemini-cli']);
    expect(data.unwritten).toEqual([{ server: 'feed', client: 'codex' }]);
    expect(data.servers).toEqual([
      { name: 'feed', as: 'feed', target: 'codex:user', outcome: 'refused' },
      { name: 'feed', as: 'feed', target: 'gemini-cli:user', outcome: 'written' },
    ]);
    expect(errors).toEqual([expect.objectContaining({ code: 'written-in-part', client: 'codex', refused: true })]);
  });

  it('is a failure when no client can, and says why once', () => {
    const here = machine();
    expect(here.run([...args, '--to', 'codex'])).toEqual({
      code: 1,
      stdout: '',
      stderr: '✗ codex: feed.transport dropped: Codex does not support sse servers; the server is not written\n',
    });
    for (const more of [[], ['--dry-run']]) {
      expect(here.ask([...args, ...more, '--to', 'codex'])).toMatchObject({
        code: 1,
        ok: false,
        errors: [{ code: 'server-refused', client: 'codex', server: 'feed' }],
      });
    }
    expect(here.files()).toEqual({});
    expect(here.run(['add', 'workspace', '--to', 'claude-code', '--', 'run'])).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('a file that cannot be edited', () => {
  it('is not changed, and the position of the error is shown', () => {
    const broken = '{\n  "mcpServers": {,}\n}\n';
    const here = machine({ '.mcp.json': broken });
    const { code, stdout, stderr } = here.run(['add', 'x', '--to', 'cursor,claude-code:project', '--', 'run']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('✗ PROJECT/.mcp.json:2:18 JSON syntax error: ');
    expect(stderr).toContain('  2 |   "mcpServers": {,}\n    |                  ^\n');
    expect(here.files()).toEqual({ '.mcp.json': broken });
    expect(here.ask(['add', 'x', '--to', 'claude-code:project', '--', 'run'])).toMatchObject({
      code: 3,
      ok: false,
      errors: [
        {
          code: 'document-malformed',
          message: 'The document has 1 error and is not changed.',
          path: 'PROJECT/.mcp.json',
          details: [{ file: 'PROJECT/.mcp.json', line: 2, column: 18 }],
        },
      ],
    });
  });

  it('because of what stands where the servers belong is named as well', () => {
    for (const text of ['{ "mcpServers": [] }\n', '[]\n']) {
      const here = machine({ '.mcp.json': text });
      const { code, stderr } = here.run(['add', 'x', '--to', 'claude-code:project', '--', 'run']);
      expect(code).toBe(3);
      expect(stderr).toContain('.mcp.json');
      expect(here.files()).toEqual({ '.mcp.json': text });
    }
  });
});

describe('what makes no sense', () => {
  const here = machine();
  const usage = (args: string[], message: string): void => {
    expect(here.run(['add', ...args])).toEqual({ code: 2, stdout: '', stderr: `✗ ${message}\n` });
  };

  it('is said in the words people know', () => {
    usage(['x', '--url', 'https://x.example', '--', 'run'], 'Use either --url or -- <command...>, not both.');
    usage(['x', '--token', 't'], '--token requires --url (HTTP/SSE transport).');
    usage(['x', '--token', 't', '--', 'run'], '--token requires --url (HTTP/SSE transport).');
    expect(here.ask(['add', 'x', '--url', 'https://x.example', '--', 'run'])).toEqual({
      code: 2,
      schema: 1,
      ok: false,
      warnings: [],
      errors: [{ code: 'usage', message: 'Use either --url or -- <command...>, not both.' }],
    });
  });

  it('gets a hint when the -- is missing', () => {
    usage(['x', 'npx', 'files'], 'Put -- before the command: plugboard add x -- npx …');
    usage(['x', 'npx'], 'Put -- before the command: plugboard add x -- npx …');
    usage(['docker', 'npx', 'files'], 'Put -- before the command: plugboard add docker -- npx …');
    for (const start of ['npx', 'uvx', 'docker', 'node', 'python3'])
      usage([start, '-y', 'files'], `Put a name and -- before the command: plugboard add <name> -- ${start} …`);
    usage(['npx'], 'Put a name and -- before the command: plugboard add <name> -- npx …');
  });

  it('is a variable without a process, or a header without a request', () => {
    usage(['x', '-H', 'A: b', '--', 'run'], '-H is for remote servers; a local one takes variables: -e KEY=VALUE');
    usage(
      ['x', '-e', 'A=b', '--url', 'https://x.example'],
      "-e is for local servers; a remote one takes headers: -H 'Name: value'",
    );
    usage(
      ['x', '--directory', '/', '--url', 'https://x.example'],
      '--directory is for local servers; a remote one is started elsewhere',
    );
    usage(
      ['{ "mcpServers": { "x": { "url": "https://x.example" } } }', '-e', 'A=b'],
      "-e is for local servers; a remote one takes headers: -H 'Name: value'",
    );
  });

  it('in an option says what the option takes', () => {
    usage(['x', '-t', 'pipe', '--', 'run'], "unknown transport 'pipe', use one of stdio, http, sse");
    usage(['x', '-e', 'A B=c', '--', 'run'], "-e takes KEY=VALUE, and 'A B' is not a valid variable name");
    usage(['x', '-H', 'nonsense', '--url', 'https://x.example'], "-H takes 'Name: value'");
    usage(['x', '--timeout', '0', '--', 'run'], '--timeout takes a number of seconds above 0');
    usage(['x', '--to', 'claude', '--', 'run'], "unknown client 'claude', did you mean claude-code or claude-desktop?");
    usage(['x', '--to', 'cursor:local', '--', 'run'], 'cursor has no local scope, only project, user');
    expect(here.run(['add', 'x', '--to', 'cursor:project:more', '--', 'run']).code).toBe(2);
    expect(here.run(['add', 'x', '--to', ',', '--', 'run']).code).toBe(2);
    expect(here.everything().filter((name) => !name.includes('/state/'))).toEqual([]);
  });
});

describe('a definition that no client can use', () => {
  const here = machine();
  const invalid = (args: string[], message: string): void => {
    expect(here.run(['add', ...args])).toEqual({
      code: 3,
      stdout: '',
      stderr: `✗ Invalid server config: ${message}\n`,
    });
  };

  it('has a bad name', () => {
    const rule = 'may only contain letters, digits, ".", "_" and "-"';
    invalid(['bad/name', '--', 'run'], `Server name "bad/name" ${rule}`);
    invalid(['bad name', '--', 'run'], `Server name "bad name" ${rule}`);
    invalid(['bad name', '--url', 'https://x.example'], `Server name "bad name" ${rule}`);
    invalid(['', '--', 'run'], 'Server name cannot be empty');
    expect(here.run(['add', 'a'.repeat(101), '--', 'run']).code).toBe(3);
    expect(here.run(['add', 'a'.repeat(100), '-n', '--', 'run']).code).toBe(0);
    expect(here.run(['add', '__proto__', '--', 'run']).code).toBe(0);
  });

  it('has no address, or none that is one', () => {
    invalid(['x', '--url', 'x.example'], 'Server "x" (url): Must be a valid URL that starts with http:// or https://');
    invalid(['x', '-t', 'sse', '--', 'run'], 'Server "x" (url): A server of type sse needs "url"');
    expect(here.ask(['add', 'x', '-t', 'stdio', '--url', 'https://x.example'])).toMatchObject({
      code: 3,
      ok: false,
      errors: [{ code: 'server-invalid', message: expect.stringMatching(/^Invalid server config: /) as string }],
    });
  });
});

describe('a secret in plain text', () => {
  it('is written as asked, but not without a word', () => {
    const here = machine();
    const { code, stdout, stderr } = here.run(['add', 'x', '--to', 'cursor', '-e', 'API_KEY=canary', '--', 'run']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '✓ add x to cursor:user\n  created ~/.cursor/mcp.json\n' });
    expect(stderr).toContain(
      "! x: API_KEY is a secret in plain text; a reference such as '${API_KEY}' would keep it out",
    );
    expect(stderr).not.toContain('canary');
    expect(here.read('~/.cursor/mcp.json')).toContain('canary');
    expect(
      here.run(['add', 'y', '--to', 'cursor', '-e', 'MAX_TOKENS=5', '-e', 'KEY', '--', 'run']).stderr,
    ).not.toContain('plain text');
  });

  it('is a warning for scripts too', () => {
    const { warnings } = machine().ask(['add', 'x', '-e', 'API_KEY=canary', '--', 'run']);
    expect(warnings).toEqual([
      {
        code: 'plain-secret',
        server: 'x',
        field: 'env.API_KEY',
        message:
          "x: API_KEY is a secret in plain text; a reference such as '${API_KEY}' would keep it out of the file, and --vault moves it to the vault",
      },
    ]);
  });

  it('is noticed in arguments and addresses', () => {
    const here = machine();
    const fields = (...words: string[]): unknown[] =>
      here.ask(['add', ...words, '-n']).warnings.map(({ field }) => field);
    expect(here.run(['add', 'x', '--', 'run', '--token', 'canary']).stderr).toContain(
      "! x: --token is a secret in plain text; a reference such as '${X_TOKEN}' would keep it out of the file, and --vault moves it to the vault\n",
    );
    expect(here.ask(['add', 'z', '-n', '--', 'run', '--api-key=canary', '--port', '80']).warnings).toMatchObject([
      { code: 'plain-secret', field: 'args.0' },
    ]);
    expect(fields('y', '--url', 'https://x.example/mcp?api_key=canary')).toEqual(['url']);
    expect(fields('y', '--url', 'https://me:canary@x.example/mcp')).toEqual(['url']);
    expect(fields('y', '--url', 'https://x.example/mcp', '--token', 'canary')).toEqual(['headers.Authorization']);
    expect(fields('y', '--url', 'https://x.example/mcp?api_key=${KEY}', '--token', '${KEY}')).toEqual([]);
  });
});
