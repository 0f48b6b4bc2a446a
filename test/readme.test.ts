import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.ts';
import { run } from './cli/support/run-program.ts';

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
    const [, config = ''] = /^```json\n(.*?)^```$/ms.exec(readme) ?? [];
    const printed = run(['validate', '.mcp.json'], { files: { '.mcp.json': config } }).stdout;
    const lines = Array.from(read('docs/validate.svg').matchAll(/<text .*?>(.*)<\/text>/g), ([, line = '']) => line);
    const shown = lines.map((line) => line.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&'));
    expect(shown).toEqual(['$ plugboard validate .mcp.json', ...printed.trimEnd().split('\n')]);
  });

  it('names only functions that exist', () => {
    const rows = Array.from(readme.matchAll(/^\| ((?:`\w+`(?:, )?)+) +\|/gm), ([, cell = '']) => cell);
    const names = rows.flatMap((cell) => Array.from(cell.matchAll(/\w+/g), String));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !(name in library))).toEqual([]);
  });
});
