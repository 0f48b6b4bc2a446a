import { describe, expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const files = {
  '~/.cursor/mcp.json': '{ "mcpServers": { "files": { "command": "npx" } } }\n',
  '.vscode/mcp.json': '{ "servers": {,} }\n',
  'loses.json': '{ "mcpServers": { "x": { "command": "run", "cwd": "/x" } } }\n',
};

/** Every way to end, each with a command line that ends so. */
const ends: readonly (readonly [number, string, string, readonly string[]])[] = [
  [0, 'it is done', '', ['get', 'files']],
  [1, 'it cannot be done', 'server-refused', ['add', 'x', '-t', 'sse', '--url', 'https://x.example', '--to', 'codex']],
  [2, 'it makes no sense', 'usage', ['add', 'x', '--token', 't']],
  [3, 'a file or definition is invalid', 'document-malformed', ['add', 'x', '--to', 'vscode:project', '--', 'run']],
  [3, 'a definition is invalid', 'server-invalid', ['add', 'x', '--url', 'nonsense']],
  [3, 'it may be in a file that cannot be read', 'server-unknown', ['get', 'nothing-like-it']],
  [4, 'it is not there', 'server-unknown', ['tools', 'nothing-like-it', '--client', 'cursor']],
  [4, 'it is not there, but elsewhere', 'server-elsewhere', ['remove', 'files']],
  [4, 'it is not in this file', 'server-missing', ['remove', 'files', '--from', 'codex']],
  [5, 'something is in the way', 'server-exists', ['add', 'files', '--to', 'cursor', '--', 'run']],
  [6, 'something was found', '', ['translate', 'loses.json', '--from', 'cursor', '--to', 'claude-code', '--strict']],
];

describe('exit codes', () => {
  const here = machine(files);

  it.each(ends)('%i: %s (%s)', (code, _why, error, args) => {
    const text = here.run(args);
    expect(text.code).toBe(code);
    if (code !== 0) expect(text.stdout).toBe('');
    const answer = here.ask(args);
    expect(answer).toMatchObject({ code, schema: 1, ok: code === 0 });
    if (error !== '') expect(answer.errors[0]).toMatchObject({ code: error, message: expect.any(String) as string });
    // The words are the same for people and for scripts.
    if (error !== '') expect(text.stderr).toContain(`✗ ${answer.errors[0]?.message}\n`);
  });

  it('have changed nothing', () => {
    expect(here.files()).toEqual(files);
  });
});

it('nothing is written when a file cannot be', () => {
  const broken = machine({ '~/.cursor/mcp.json': '{}\n', '~/.codex': 'in the way of a directory\n' });
  const { code, ok, errors } = broken.ask(['add', 'x', '--to', 'cursor,codex', '--', 'run']);
  expect({ code, ok }).toEqual({ code: 1, ok: false });
  expect(errors).toHaveLength(1);
  expect(broken.files()).toEqual({ '~/.cursor/mcp.json': '{}\n', '~/.codex': 'in the way of a directory\n' });
});
