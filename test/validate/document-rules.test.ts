import { describe, expect, it } from 'vitest';
import { json } from '../../src/formats/json/index.ts';
import type { Value } from '../../src/model/value.ts';
import { checkDocument } from '../../src/validate/document-rules.ts';

const codes = (value: Value | undefined): string[] =>
  checkDocument(value).map(({ code, path }) => `${code} ${path?.join('.')}`.trimEnd());

const good = { command: 'npx' };
const bad = { command: '' };

describe('checkDocument', () => {
  it.each([
    [undefined, []],
    [{ mcpServers: {} }, []],
    [{ description: 'Nothing yet' }, []],
    [{ mcpServers: { a: good }, other: 1 }, []],
    [{}, ['no-servers']],
    [[], ['wrong-type']],
    [null, ['wrong-type']],
    ['text', ['wrong-type']],
    [{ mcpServers: [] }, ['wrong-type mcpServers']],
    [{ mcpServers: null }, ['wrong-type mcpServers']],
    [{ servers: { a: bad } }, ['command-empty servers.a.command']],
    [{ mcp_servers: { a: bad } }, ['command-empty mcp_servers.a.command']],
    [{ servers: { a: bad }, mcpServers: { b: good } }, []],
  ])('%j', (value, issues) => expect(codes(value)).toEqual(issues));

  it('reports every server, whatever is wrong with the others', () => {
    const servers = { a: bad, b: 7, c: good, d: { type: 'http' } };
    const found = ['command-empty mcpServers.a.command', 'wrong-type mcpServers.b', 'url-missing mcpServers.d.url'];
    expect(codes({ mcpServers: servers })).toEqual(found);
  });
});

/** `<code: token>` marks the place where the code must be found, and exactly what its range covers. */
const marked = `{
  "mcpServers": {
    "one": { "command": <command-empty: ""> },
    "two": { "command": "npx", "args": ["-y", <wrong-type: 7>], "env": { "PORT": <wrong-type: 8080>, "OK": "x" } },
    "three": { "type": <unknown-transport: "tcp">, "command": "npx" },
    "four": { "type": "http", "url": <url-invalid: "example.com"> },
    <url-missing: "five">: { "type": "sse" },
    <command-missing: "six">: {},
    "seven": { "command": "npx", <command-and-url: "url">: "https://example.com" },
    <transport-inferred: "eight">: { "url": "https://example.com" },
    <name-characters: "ni ne">: { "command": "npx" },
    "ten": <wrong-type: [1, 2]>,
    "eleven": { "command": "npx", "enabled": <switch-ignored: "yes">, "timeout": <timeout-ignored: -1.50> },
    "twelve": { "command": "npx", "enabled": true, <switch-conflict: "disabled">: true, "retries": <retries-ignored: 1.5> },
    "thirteen": { "command": "npx", <field-unused: "headers">: { "a": "b" }, "platforms": [<platform-unknown: "beos">] },
    "fourteen": { "command": "npx", "name": <name-differs: "14">, "auth": { "type": <auth-unknown: "magic"> } },
    "fifteen": { "command": "npx", "env": <wrong-type: null>, "tools": { "deny": [<wrong-type: { "a": [] }>] } }
  }
}
`;

describe.each([
  ['as it is', (text: string) => text],
  ['with CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['with a byte order mark', (text: string) => `\ufeff${text}`],
  ['on one line', (text: string) => text.replaceAll(/\n */g, '')],
])('ranges in a file %s', (_, change) => {
  const source = change(marked);
  const expected = Array.from(source.matchAll(/<([a-z-]+): (.*?)>/g), ([, code, token]) => `${code} ${token}`);
  const text = source.replaceAll(/<[a-z-]+: (.*?)>/g, '$1');
  const document = json.parse(text);
  const issues = checkDocument(document.value, document);

  it('cover exactly the token at fault', () => {
    const places = issues.map(({ code, range }) => `${code} ${text.slice(range?.start.offset, range?.end.offset)}`);
    expect(places.toSorted()).toEqual(expected.toSorted());
  });

  it('have lines and columns that lead to it', () => {
    const lines = text.replace('\ufeff', '').split(/\r?\n/);
    for (const { range } of issues) {
      const { line, column, offset } = range?.start ?? { line: 0, column: 0, offset: 0 };
      expect(lines[line - 1]?.slice(column - 1)).toMatch(/^./);
      expect(text.slice(offset)).toContain(lines[line - 1]?.slice(column - 1) ?? '?');
      expect(text.slice(offset).startsWith(lines[line - 1]?.slice(column - 1) ?? '?')).toBe(true);
    }
  });
});
