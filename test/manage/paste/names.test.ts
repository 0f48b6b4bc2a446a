import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanName, proposeName } from '../../../src/manage/paste/propose-name.ts';
import { readPasted } from '../../../src/manage/paste/read-pasted.ts';
import { nameIssue } from '../../../src/model/server-name.ts';

describe('proposed names', () => {
  it.each([
    ['npx -y @modelcontextprotocol/server-filesystem /tmp', 'filesystem'],
    ['uvx mcp-server-git', 'git'],
    ['npx -y @upstash/context7-mcp@latest', 'context7'],
    ['docker run -i --rm ghcr.io/github/github-mcp-server', 'github'],
    ['docker run -i --rm --name x -e A=1 mcp/brave-search:1.0@sha256:abc', 'brave-search'],
    ['npx @playwright/mcp', 'playwright'],
    ['npx @acme/mcp-server', 'acme'],
    ['npx -y --package=@acme/tools tools-mcp', 'tools'],
    ['npx -y -p @acme/tools tools-mcp', 'tools'],
    ['uvx files[all]==1.2', 'files'],
    ['uvx --from mcp-obsidian==2 mcp-obsidian', 'obsidian'],
    ['python -m acme_mcp', 'acme'],
    ['node server.js', 'server'],
    ['node ./build/index.js', 'server'],
    ['java -jar /opt/acme-mcp.jar', 'acme'],
    ['cmd /c npx -y acme-mcp', 'acme'],
    ['go run ./cmd/acme', 'acme'],
    ['npx', 'npx'],
    ['/usr/local/bin/acme_mcp_server', 'acme'],
    ['C:\\tools\\Acme-MCP.exe', 'acme'],
  ])('%s', (line, name) => {
    const [command = '', ...args] = line.split(' ');
    expect(proposeName({ command, args })).toBe(name);
  });

  it('are always valid', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (command, args) => {
        expect(nameIssue(proposeName({ command, args }))).toBeUndefined();
        expect(nameIssue(proposeName({ url: `https://${command}/` }))).toBeUndefined();
        expect(nameIssue(cleanName(command))).toBeUndefined();
      }),
    );
  });

  it('stay as they are when they are good', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (nameIssue(text) === undefined) expect(cleanName(text)).toBe(text);
      }),
    );
  });
});

describe('names in a text', () => {
  it('become valid, which is told', async () => {
    const long = 'n'.repeat(101);
    const entries = {
      'my server': { command: 'a' },
      größe: { command: 'b' },
      [long]: { command: 'c' },
      '': { command: 'd-mcp' },
    };
    const { servers, diagnostics } = await readPasted(JSON.stringify({ mcpServers: entries }));
    expect(servers.map(({ name, named }) => [name, named])).toEqual([
      ['my-server', true],
      ['gro-e', true],
      [long.slice(1), true],
      ['d', false],
    ]);
    expect(diagnostics.map(({ code, range }) => [code, range?.start.line])).toEqual([
      ['name-characters', 1],
      ['name-differs', 1],
      ['name-characters', 1],
      ['name-differs', 1],
      ['name-too-long', 1],
      ['name-differs', 1],
      ['name-empty', 1],
    ]);
  });

  it('are told apart by a number, which is told too', async () => {
    const { servers, diagnostics } = await readPasted(
      'claude mcp add a -- npx a\nclaude mcp add a -- npx b\nclaude mcp add a -- npx b',
    );
    expect(servers.map(({ name, server }) => [name, server.args])).toEqual([
      ['a', ['a']],
      ['a-2', ['b']],
    ]);
    expect(diagnostics).toMatchObject([{ code: 'name-differs', args: { key: 'a-2' }, range: { start: { line: 2 } } }]);
  });

  it('can be given for one server, and not for several', async () => {
    expect((await readPasted('npx x-mcp', { name: 'mine' })).servers).toMatchObject([{ name: 'mine', named: true }]);
    expect((await readPasted('claude mcp add x -- npx x', { name: 'mine' })).servers).toMatchObject([{ name: 'mine' }]);
    const two = await readPasted('npx x-mcp\nnpx y-mcp', { name: 'mine' });
    expect(two.servers.map(({ name }) => name)).toEqual(['x', 'y']);
  });
});
