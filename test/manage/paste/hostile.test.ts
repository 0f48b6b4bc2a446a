import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPasted } from '../../../src/manage/paste/read-pasted.ts';
import { nameIssue } from '../../../src/model/server-name.ts';

/** Enough for anything that takes more than its share of time to take minutes. */
const size = 1_000_000;
const filled = (piece: string): string => piece.repeat(Math.ceil(size / piece.length));
const many = Array.from({ length: 30_000 }, (_, index) => [
  `s${index}`,
  { command: 'npx', args: [`p${index}`], odd: 1 },
]);

/** Reads a text, or finds nothing in it; anything else is a crash. */
async function survives(text: string): Promise<void> {
  const found = await readPasted(text).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'paste-unrecognized' });
    return undefined;
  });
  const names = found?.servers.map(({ name }) => name) ?? [];
  expect(names.filter((name) => nameIssue(name) !== undefined)).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
}

it.each([
  ['letters', filled('a')],
  ['blanks', `npx x${filled(' ')}`],
  ['line ends', filled('\n')],
  ['braces', filled('{')],
  ['lists of maps', filled('[{')],
  ['quotes', filled(`"'`)],
  ['backticks', filled('`')],
  ['fences', filled('```\n')],
  ['code in prose', filled('`npx` ')],
  ['parameters', `claude mcp add x https://x?${filled('&a')}`],
  ['backslashes', `npx C:${filled('\\a')}`],
  ['open references', `npx ${filled('${')}`],
  ['open placeholders', `npx ${filled('<a ')}`],
  ['links', filled('cursor://x?config=e30 ')],
  ['keys', filled('"a":')],
  ['members', filled('"a": {"command":"x"},\n')],
  ['tables', filled('[a]\nb = 1\n')],
  ['addresses', filled('https://mcp.acme.dev/mcp\n')],
  ['commands', filled('claude mcp add x -- npx x\n')],
  ['options', `claude mcp add x ${filled('-e A=1 ')} -- npx x`],
  ['variables', `docker run ${filled('-e A ')} x`],
  ['encoded braces', `vscode:mcp/install?${filled('%7B')}`],
  ['control characters', filled('\u0000\u001b[31m')],
  ['half characters', filled('\ud800')],
  ['five megabytes', 'x { "a" '.repeat(625_000)],
  ['servers', JSON.stringify({ mcpServers: Object.fromEntries(many) })],
  ['servers of one name', JSON.stringify(many.map(([, server]) => server))],
  ['one long name', JSON.stringify({ mcpServers: { [filled('é')]: { command: 'x' } } })],
  ['depth', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['depth in a server', `{"mcpServers":{"x":{"command":"a","z":${'['.repeat(400)}${']'.repeat(400)}}}}`],
  ['depth in YAML', `mcp: ${'['.repeat(50_000)}`],
])('megabytes of nonsense do no harm: %s', async (_what, text) => {
  await survives(text);
});

const samples = [
  'claude mcp add|x|--|npx|-e|A=1|docker run|https://x.dev/mcp|cursor://a?name=x&config=e30|__proto__'.split('|'),
  ['"command"', '"url"', '"mcpServers"', '[mcp_servers.x]', '- name:', 'command:', '${A}', '<a>', '```', '&&', '//'],
  `" ' { } [ ] : , \n \` $ | \\ = # \r \u0000`.split(' '),
].flat();

it('any text does no harm', async () => {
  const pieces = fc.constantFrom(...samples);
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
      await survives(parts.join(''));
      await survives(parts.join(' '));
    }),
    { numRuns: 300 },
  );
});

it('keys of prototypes are names like any other', async () => {
  const text = '{"mcpServers":{"__proto__":{"command":"x","env":{"__proto__":"y"}},"constructor":{"command":"z"}}}';
  const { servers } = await readPasted(text);
  expect(servers.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  expect(Object.entries(servers[0]?.server.env ?? {})).toEqual([['__proto__', 'y']]);
  const added = await readPasted('claude mcp add toString -e __proto__=1 -- npx x');
  expect(Object.entries(added.servers[0]?.server.env ?? {})).toEqual([['__proto__', '1']]);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

it('a byte order mark and line ends of Windows make no difference', async () => {
  const text = '\ufeff{\r\n  "mcpServers": {\r\n    "a": { "command": "x", "odd": 1 }\r\n  }\r\n}\r\n';
  const { servers, diagnostics } = await readPasted(text);
  expect(servers).toMatchObject([{ name: 'a' }]);
  expect(diagnostics).toMatchObject([{ range: { start: { line: 3, column: 28 } } }]);
});
