import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSet, setFromText } from '../../src/sets/read-set.ts';
import { systemError, watched } from '../store/support/faults.ts';
import { servers, setsBox } from './support/sets-box.ts';

const path = '/sets/work.json';

describe('a set that can be used', () => {
  it('has canonical servers, a name, a display name and a note', async () => {
    const { host, put } = setsBox();
    const file = put('work.json', {
      description: 'For the office',
      mcpServers: {
        files: { command: 'npx', args: ['-y', 'files'], env: { TOKEN: '${TOKEN}' }, timeout: 5000 },
        api: { type: 'http', url: 'https://example.com/mcp', headers: { Accept: 'x' } },
        live: { type: 'sse', url: 'https://example.com/sse' },
      },
    });
    expect(await readSet(host, file)).toEqual({
      name: 'work',
      path: file,
      display: 'work → files, api, live',
      note: 'For the office',
      servers: {
        files: { command: 'npx', args: ['-y', 'files'], env: { TOKEN: '${TOKEN}' }, timeout: 5 },
        api: { transport: 'http', url: 'https://example.com/mcp', headers: { Accept: 'x' } },
        live: { transport: 'sse', url: 'https://example.com/sse' },
      },
    });
  });

  it.each(['{}', '{"description":""}', '{"mcpServers":{}}', '\uFEFF{ "other": 1 }\r\n'])(
    'may hold no server: %j',
    (text) => {
      expect(setFromText(path, text)).toMatchObject({ name: 'work', path, display: 'work', servers: {} });
      expect(setFromText(path, text).error).toBeUndefined();
    },
  );

  it.each([
    ['{}', true],
    ['{"description":"words"}', true],
    ['{"mcpServers":{}}', undefined],
    ['{"mcpServers":{"a":{"url":"https://a.test"}}}', true],
    ['{"mcpServers":{"a":{"type":"sse","url":"https://a.test"},"b":{"command":"b"}}}', undefined],
  ])('knows whether Claude Code takes it as it stands: %s', (text, needsRespelling) => {
    expect(setFromText(path, text).needsRespelling).toBe(needsRespelling);
  });

  it('may have an address with a reference, or without a type', () => {
    const text = '{"mcpServers":{"a":{"type":"http","url":"${BASE}/mcp"},"b":{"url":"https://example.com"}}}';
    const { error, servers: found } = setFromText(path, text);
    expect(error).toBeUndefined();
    expect(found).toEqual({ a: { transport: 'http', url: '${BASE}/mcp' }, b: { url: 'https://example.com' } });
  });

  it('keeps names that mean something in JavaScript', () => {
    const { servers: found } = setFromText(
      path,
      '{"mcpServers":{"__proto__":{"command":"a"},"constructor":{"command":"b"}}}',
    );
    expect(Object.keys(found)).toEqual(['__proto__', 'constructor']);
    expect(Object.getOwnPropertyDescriptor(found, '__proto__')?.value).toEqual({ command: 'a' });
  });

  it('is followed through links', async () => {
    const { host, link, write } = setsBox();
    const target = write('project/shared.json', JSON.stringify(servers('a')));
    expect(await readSet(host, link('linked.json', target))).toMatchObject({ name: 'linked', display: 'linked → a' });
  });
});

describe('a set that cannot be used says why', () => {
  const errors: Record<string, [text: string, error: string, fix?: string]> = {
    'an unfinished text': [
      '{"mcpServers": {',
      'JSON syntax error: "{" is never closed (line 1, column 16)',
      'Check JSON syntax: add the missing "}"',
    ],
    'a comment': [
      '{\n  // mine\n  "mcpServers": {}\n}',
      'JSON syntax error: comments are not allowed in this file (line 2, column 3)',
      'Check JSON syntax: remove the comment',
    ],
    'a trailing comma': [
      '{"mcpServers": {},}',
      'JSON syntax error: trailing comma (line 1, column 18)',
      'Check JSON syntax: remove the comma',
    ],
    'no text': [
      '',
      'JSON syntax error: the file is empty (line 1, column 1)',
      'Check JSON syntax: write {} or remove the file',
    ],
    'only blanks': [
      '\uFEFF \n',
      'JSON syntax error: the file is empty (line 1, column 1)',
      'Check JSON syntax: write {} or remove the file',
    ],
    'a key twice': [
      '{"mcpServers": {\n"a": {"command": "x"},\n"a": {"command": "y"}}}',
      '"a" is already defined on line 2 (line 3, column 1)',
      'Keep one of the two definitions of "a"',
    ],
    'a list': ['[]', 'Invalid input: expected object, received array', 'The file must contain an object'],
    'servers in a list': [
      '{"mcpServers": []}',
      'at mcpServers: Invalid input: expected record, received array',
      'Make mcpServers a record',
    ],
    'an environment of numbers': [
      '{"mcpServers": {"a": {"command": "x", "env": {"PORT": 1}}}}',
      'at mcpServers.a.env.PORT: Invalid input: expected string, received number',
      'Ensure all env values are strings',
    ],
    'no command': [
      '{"mcpServers": {"a": {}}}',
      'at mcpServers.a.command: Invalid input: expected string, received undefined',
      'Check command exists and is executable',
    ],
    'an empty command': [
      '{"mcpServers": {"a": {"command": ""}}}',
      'at mcpServers.a.command: Command cannot be empty',
      'Check command exists and is executable',
    ],
    'no address': [
      '{"mcpServers": {"a": {"type": "http", "url": "nowhere"}}}',
      'at mcpServers.a.url: Must be a valid URL',
      'Verify URL format',
    ],
    'a command beside an address': [
      '{"mcpServers": {"a": {"command": "x", "url": "https://example.com"}, "b": {"command": ""}}}',
      'Multiple validation errors:\n  - at mcpServers.a.url: "command" and "url" are mutually exclusive\n  - at mcpServers.b.command: Command cannot be empty',
      'Keep "command" for a local server or "url" for a remote one',
    ],
    'a server without a name': [
      '{"mcpServers": {"": {"command": "x"}}}',
      'at mcpServers.: Server name cannot be empty',
      'Give the server a name',
    ],
    'a description of a server that is none': [
      '{"mcpServers": {"a": {"command": "x", "description": 5}}}',
      'at mcpServers.a.description: Invalid input: expected string, received number',
      'Make description a string',
    ],
    'an unknown type': [
      '{"mcpServers": {"a": {"type": "pigeon", "url": "https://example.com"}}}',
      'at mcpServers.a.type: Invalid option: expected one of "stdio"|"http"|"sse"',
      'Use one of stdio, http, sse',
    ],
    'a description that is none': [
      '{"description": 5}',
      'at description: Invalid input: expected string, received number',
      'Make description a string',
    ],
    'several things': [
      '{"mcpServers": {"a": {"command": ""}, "b": {"type": "sse"}}}',
      'Multiple validation errors:\n  - at mcpServers.a.command: Command cannot be empty\n  - at mcpServers.b.url: Invalid input: expected string, received undefined',
      'Check command exists and is executable',
    ],
  };

  it.each(Object.entries(errors))('%s', (_, [text, error, fix]) => {
    const { issues, ...found } = setFromText(path, text);
    expect(found).toEqual({ name: 'work', path, display: 'work', servers: {}, error, ...(fix && { fix }) });
    expect(issues?.length).toBeGreaterThan(0);
    for (const { file, range } of issues ?? []) {
      expect(file).toBe(path);
      expect(range?.start.line).toBeGreaterThan(0);
    }
  });

  it('a spelling mistake before a key that stands twice', () => {
    const text = '{"a": 1, "a": 2, "b": }';
    expect(setFromText(path, text).error).toMatch(/^JSON syntax error: .* \(line 1, column 23\)$/);
  });

  it('a text too deep to be a set', () => {
    const text = `{"mcpServers": ${'['.repeat(100_000)}`;
    expect(setFromText(path, text).error).toMatch(/^JSON syntax error: nested deeper/);
  });

  it('bytes that are not UTF-8, and UTF-16', async () => {
    const { host, put } = setsBox();
    const text = JSON.stringify(servers('a'));
    const bytes = await readSet(host, put('bytes.json', Uint8Array.of(0x7b, 0xc3, 0x28)));
    expect(bytes.error).toBe('The file is not UTF-8 text (bytes that are not UTF-8)');
    const wide = await readSet(host, put('wide.json', Buffer.from(`\uFEFF${text}`, 'utf16le')));
    expect(wide.error).toBe('The file is not UTF-8 text (UTF-16)');
    expect(wide.fix).toBe('Save the file as UTF-8');
  });

  it('a directory, a link that leads nowhere, one in a circle, and nothing', async () => {
    const { host, directory, link } = setsBox();
    mkdirSync(`${directory}/folder.json`);
    link('dangling.json', './nowhere');
    link('circle.json', 'circle.json');
    link('folder-link.json', 'folder.json');
    const errorOf = async (name: string): Promise<unknown> => (await readSet(host, `${directory}/${name}.json`)).error;
    expect(await errorOf('folder')).toBe('Cannot read the file: it is a directory');
    expect(await errorOf('folder-link')).toBe('Cannot read the file: it is a directory');
    expect(await errorOf('dangling')).toBe('Cannot read the file: it is a dangling link');
    expect(await errorOf('circle')).toBe('Cannot read the file: its symbolic links form a loop');
    expect(await errorOf('missing')).toBe('Cannot read the file: no such file');
  });

  it.skipIf(process.platform === 'win32')('a pipe, without waiting for what comes out of it', async () => {
    const { host, directory } = setsBox();
    execFileSync('mkfifo', [`${directory}/pipe.json`]);
    expect((await readSet(host, `${directory}/pipe.json`)).error).toBe(
      'Cannot read the file: it is a named pipe, not a regular file',
    );
  });

  it.each([
    ['EACCES', 'permission denied'],
    ['EIO', 'the disk reports an error'],
    ['EODD', 'EODD: made up'],
  ])('a disk that says %s', async (code, reason) => {
    const { host, put } = setsBox();
    const file = put('work.json', servers('a'));
    const faulty = watched(host, ({ name }) => {
      if (name === 'readFile') throw systemError(code);
    });
    expect(await readSet(faulty, file)).toMatchObject({
      name: 'work',
      path: file,
      display: 'work',
      servers: {},
      error: `Cannot read the file: ${reason}`,
      fix: 'Check that the file exists and that you have permission to read it',
    });
  });

  it('more than 32 MB, but not 32 MB', async () => {
    const { host, put } = setsBox();
    const limit = 32 * 1024 * 1024;
    expect((await readSet(host, put('full.json', '{}'.padEnd(limit)))).error).toBeUndefined();
    expect((await readSet(host, put('over.json', '{}'.padEnd(limit + 1)))).error).toBe(
      'Cannot read the file: it is larger than 32 MB',
    );
  });

  it('never with a value that may be secret', () => {
    const secret = 'sk-live-0123456789abcdef';
    for (const text of [
      `{"mcpServers": {"a": {"command": ${secret}}}}`,
      `{"mcpServers": {"a": {"url": "${secret}", "type": "${secret}"}}}`,
    ]) {
      const { error, fix } = setFromText(path, text);
      expect(error).toBeDefined();
      expect(`${error} ${fix}`).not.toContain(secret);
    }
  });
});
