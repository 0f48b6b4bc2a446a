import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsIn } from '../site/anchors.mjs';
import { groups } from '../site/pages.mjs';
import { pages, root } from './support/pages.ts';

/** Links of a page to files or headings that do not exist. */
function brokenLinks(page: string, text: string): string[] {
  const links = Array.from(text.replaceAll(/^```.*?^```/gms, '').matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsIn(readFileSync(join(root, target), 'utf8')).has(anchor);
  });
}

describe.each(pages)('%s', (page) => {
  it('links only to files and headings that exist', () => {
    expect(brokenLinks(page, readFileSync(join(root, page), 'utf8'))).toEqual([]);
  });
});

it('sees a link to a file or heading that does not exist', () => {
  const text =
    '# A title\n# A title\n[a](#a-title) [b](#no) [c](README.md) [d](no.md) [e](README.md#no) [f](https://example.com)';
  expect(anchorsIn(text)).toEqual(new Set(['a-title', 'a-title-1']));
  expect(brokenLinks('README.md', text)).toEqual(['#a-title', '#no', 'no.md', 'README.md#no']);
});

// Pages are listed by folder, so that a copy without git can be tested too.
it.skipIf(!existsSync(join(root, '.git')))('knows every folder with pages (git)', () => {
  const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const ours = listed.filter((path) => !/^(?:fixtures|test)\//.test(path));
  expect(ours.filter((path) => existsSync(join(root, path)) && !pages.includes(path))).toEqual([]);
});

it('lists every page on the site once', () => {
  const written = pages.flatMap((path) => /^docs\/([^/]+)\.md$/.exec(path)?.[1] ?? []);
  expect(['index', ...Object.values(groups).flat()].toSorted()).toEqual(written.toSorted());
});

it('has no identifiers in the help of commands', () => {
  const help = readFileSync(join(root, 'docs/cli.md'), 'utf8').replaceAll(/^```.*?^```|`[^`\n]*`/gms, '');
  expect(help.match(/\b[a-z]+[A-Z]\w*/g) ?? []).toEqual([]);
});
