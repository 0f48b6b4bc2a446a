import { describe, expect, it } from 'vitest';
import { catalog, machine } from '../support/machine.ts';

const sse =
  '{ "servers": { "feed": { "transport": "sse", "url": "https://feed.example" }, "a": { "command": "run" } } }\n';
const limited = '{ "servers": { "a": { "command": "run", "tools": { "deny": ["rm"] }, "description": "Runs" } } }\n';

/** What is written although something is missing: the command line, the files before, and what the error is about. */
const parts: readonly (readonly [what: string, files: Record<string, string>, args: string[], field: string])[] = [
  [
    'add: a client refuses',
    {},
    ['add', 'f', '-t', 'sse', '--url', 'https://f.example', '--to', 'codex,cursor'],
    'transport',
  ],
  [
    'add: a header is lost',
    {},
    ['add', 'r', '--url', 'https://r.example', '--token', '${T}', '--to', 'zed'],
    'headers.Authorization',
  ],
  ['add: a field that was given is lost', {}, ['add', 'a', '--to', 'codex', '--title', 'A', '--', 'run'], 'title'],
  ['add: of pasted servers one is refused', {}, ['add', sse, '--to', 'codex'], 'transport'],
  ['copy: a client refuses', { [catalog]: sse }, ['copy', 'feed', '--to', 'codex,cursor'], 'transport'],
  ['copy: tools that were denied are not', { [catalog]: limited }, ['copy', 'a', '--to', 'cursor'], 'tools'],
  ['import: a client refuses', { [catalog]: sse }, ['import', 'catalog', '--to', 'codex'], 'transport'],
  [
    'edit: the field is dropped',
    { '~/.cursor/mcp.json': '{"mcpServers":{"a":{"command":"run"}}}\n' },
    ['edit', 'a', '--in', 'cursor', '--set', 'tools.deny=["rm"]', '-e', 'A=b'],
    'tools',
  ],
];

describe('partial writes', () => {
  it.each(parts)('%s', (_what, files, args, field) => {
    const foretold = machine(files).ask([...args, '--dry-run']);
    const here = machine(files);
    const { code, ok, data, errors } = here.ask<{ written: boolean }>(args);
    expect({ code, ok, written: data.written }).toEqual({ code: 6, ok: false, written: true });
    expect(errors).toEqual([expect.objectContaining({ code: 'written-in-part', field })]);
    expect({ code: foretold.code, errors: foretold.errors }).toEqual({ code: 6, errors });
    const text = machine(files).run(args);
    expect(text.code).toBe(6);
    expect(text.stdout).toMatch(/^✓ /);
    expect(text.stderr).toContain(`✗ ${errors[0]?.message}\n`);
  });

  it('an edit that no client has a place for changes nothing and ends with 6', () => {
    const files = { '~/.codex/config.toml': '[mcp_servers.a]\ncommand = "run"\n' };
    const here = machine(files);
    const { code, data, errors } = here.ask(['edit', 'a', '--in', 'codex', '--set', 'title=A']);
    expect({ code, written: data.written }).toEqual({ code: 6, written: false });
    expect(errors).toEqual([expect.objectContaining({ code: 'written-in-part', field: 'title' })]);
    expect(here.files()).toEqual(files);
  });

  it('an edit is not blamed for what was without effect before', () => {
    const here = machine({ '~/.cursor/mcp.json': '{"mcpServers":{"a":{"command":"run","retries":2}}}\n' });
    expect(here.ask(['edit', 'a', '--in', 'cursor', '-e', 'A=b'])).toMatchObject({ code: 0, ok: true });
  });

  it.each([
    ['translate', ['translate', '--from', 'canonical', '--to', 'codex', 'all.json']],
    ['export', ['export', '--as', 'codex']],
  ])('%s prints the others, and ends with 6 for a server that is left out', (_what, args) => {
    const here = machine({ [catalog]: sse, 'all.json': sse });
    const { code, stdout, stderr } = here.run(args);
    expect({ code, stdout }).toEqual({ code: 6, stdout: '[mcp_servers.a]\ncommand = "run"\n' });
    expect(stderr).toContain('✗ codex: feed.transport dropped: ');
    expect(here.ask(args)).toMatchObject({ ok: false, errors: [{ code: 'written-in-part', server: 'feed' }] });
  });

  it('a field that is written in another form is a warning', () => {
    const here = machine({ [catalog]: '{ "servers": { "a": { "command": "run", "timeout": 1.5 } } }\n' });
    const { code, warnings } = here.ask(['copy', 'a', '--to', 'zed']);
    expect(code).toBe(0);
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'translation-loss', field: 'timeout', action: 'mapped' }),
    );
  });

  it.each(['import cursor', 'export --from cursor'])(
    '%s ends with 3 when an invalid definition is left out',
    (line) => {
      const here = machine({ '~/.cursor/mcp.json': '{"mcpServers":{"ok":{"command":"x"},"bad":{"command":5}}}\n' });
      const { code, ok, errors } = here.ask(line.split(' '));
      expect({ code, ok }).toEqual({ code: 3, ok: false });
      expect(errors).toEqual([expect.objectContaining({ code: 'wrong-type', line: 1 })]);
    },
  );
});

const broken = '{"mcpServers":{,}}\n';

/** Everything that reads one file of a client, or one that it is given. */
const readers = [
  'import bad.json',
  'import cursor',
  'import',
  'export --from cursor',
  'add x --to cursor -- run',
  'copy x --from cursor --to codex',
  'edit x --in cursor --set timeout=5',
  'rename x y --in cursor',
  'clone x y --in cursor',
  'remove x --from cursor',
  'enable x --in cursor',
  'connect cursor',
  'get x',
  'list',
  'approve',
  'diff',
  'validate bad.json',
  'translate bad.json --from cursor --to codex',
];

describe('a broken file', () => {
  it.each(readers)('%s reports its mistake once, and names the file', (line) => {
    const here = machine({ '~/.cursor/mcp.json': broken, 'bad.json': broken });
    const { code, stdout, stderr } = here.run(line.split(' '));
    expect(code).toBe(3);
    const told = `${stdout}${stderr}`
      .split('\n')
      .filter((text) => text.startsWith('✗') && text.includes('JSON syntax error'));
    expect(told).toEqual([expect.stringMatching(/^✗ \S*(?:mcp|bad)\.json:1:16 JSON syntax error/)]);
    const { errors } = here.ask<unknown>(line.split(' '));
    expect(JSON.stringify(errors).match(/"offset":15/g)).toHaveLength(1);
  });
});
