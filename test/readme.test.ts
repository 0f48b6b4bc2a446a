import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as library from '../src/library/index.ts';
import { machine } from './cli/support/machine.ts';

const find = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string): string => readFileSync(find(path), 'utf8');
const readme = read('README.md');

describe('README.md', () => {
  it('is short', () => expect(readme.split('\n').length).toBeLessThanOrEqual(150));

  it('leads somewhere with every link', () => {
    const links = Array.from(readme.matchAll(/\]\(([^)#:]+)\)/g), ([, target = '']) => target);
    expect(links.filter((target) => !existsSync(find(target)))).toEqual([]);
  });

  it('shows a picture of what the program really prints', () => {
    const here = machine({
      '~/.claude.json': '{}\n',
      '~/.codex/config.toml': 'model = "o3" # fast\n',
      '~/.cursor/mcp.json': `{
  "mcpServers": {
    // mine
    "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@2025.8.21", "."] }
  }
}
`,
      '.mcp.json': '{ "mcpServers": { "github": { "type": "http", "url": "https://proxy.example/github" } } }\n',
    });
    const lines = Array.from(read('docs/demo.svg').matchAll(/<text .*?>(.*)<\/text>/g), ([, line = '']) => line);
    const shown = lines.map((line) => line.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&'));
    const commands = shown.flatMap((line) => (line.startsWith('$ plugboard ') ? [line.slice(12)] : []));
    expect(commands.length).toBeGreaterThan(3);
    const printed = commands.flatMap((command) => [
      `$ plugboard ${command}`,
      ...here
        .run(command.split(' ').map((word) => word.replaceAll("'", '')))
        .stdout.trimEnd()
        .split('\n'),
      '',
    ]);
    expect(shown).toEqual(printed.slice(0, -1));
  });

  it('names only functions that exist', () => {
    const rows = Array.from(readme.matchAll(/^\| ((?:`\w+`(?:, )?)+) +\|/gm), ([, cell = '']) => cell);
    const names = rows.flatMap((cell) => Array.from(cell.matchAll(/\w+/g), String));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !(name in library))).toEqual([]);
  });
});
