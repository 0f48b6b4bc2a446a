import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isDeep } from './support/deep.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const site = join(root, 'site');
// Types of the site's own packages are not there until it was built once.
const vitepress = join(site, 'node_modules', 'vitepress', 'dist', 'node', 'index.js');
const config = join(site, '.vitepress', 'config.mts');

interface Config {
  readonly base: string;
  readonly head: readonly (readonly [string, Readonly<Record<string, string>>])[];
  readonly markdown: object;
  readonly vite: { readonly publicDir: string };
}

/** The configuration of a site below a path. */
async function configOf(base: string): Promise<Config> {
  vi.resetModules();
  vi.stubEnv('PLUGBOARD_DOCS_BASE', base);
  return ((await import(config)) as { default: Config }).default;
}

let render: (text: string, env: object) => string;

/** What the site shows for the text of a page. */
const shown = (text: string, page = 'page.md'): string =>
  render(text, { path: join(root, 'docs', page), relativePath: page, cleanUrls: false });

beforeAll(async () => {
  const { createMarkdownRenderer } = (await import(vitepress)) as {
    createMarkdownRenderer: (folder: string, options: object, base: string) => Promise<{ render: typeof render }>;
  };
  const markdown = await createMarkdownRenderer(join(root, 'docs'), (await configOf('')).markdown, '/');
  render = (text, env) => markdown.render(text, env);
});

describe('a page of the site', () => {
  it('shows a diagram as a picture', () => {
    const picture = shown('```mermaid\nflowchart LR\n  a([one]) --> b & c[(two / 2)]\n```\n');
    expect(picture).toMatch(/^<figure class="diagram" tabindex="0" v-pre><svg width="\d+" height="\d+"/);
    expect(Array.from(picture.matchAll(/>([^<>]+)<\/text>/g), ([, label]) => label)).toEqual(['one', 'b', 'two / 2']);
    expect(picture.match(/class="edge"/g)).toHaveLength(2);
    expect(picture).not.toMatch(/https?:(?!\/\/www\.w3\.org\/)/);
  });

  it.each(['sequenceDiagram', 'flowchart LR\n  a -.-> b', 'flowchart LR\n  a --> ', 'flowchart LR\n  a{x} --> b'])(
    'fails for a diagram that would not be drawn as it is written: %j',
    (source) => expect(() => shown(`\`\`\`mermaid\n${source}\n\`\`\`\n`)).toThrow('page.md: '),
  );

  it('shows keys, and all other tags and braces as they are written', () => {
    expect(shown('<kbd>Ctrl</kbd> <kbd>&</kbd>')).toBe('<p><kbd>Ctrl</kbd> <kbd>&amp;</kbd></p>\n');
    expect(shown('<kbd> <name> <b>x</b> {{ y }} <kbd>{{</kbd>')).toBe(
      '<p>&lt;kbd&gt; &lt;name&gt; &lt;b&gt;x&lt;/b&gt; &#123;&#123; y }} <kbd>&#123;&#123;</kbd></p>\n',
    );
    expect(shown('<!-- a -->\n\nx `<!-- b -->`')).toBe('<p>x <code>&lt;!-- b --&gt;</code></p>\n');
  });

  it.each(['gateway.md#no-such-anchor', '#nowhere', 'no.md', '../README.md#no', '../no.md'])(
    'fails for a link to %s',
    (link) => expect(() => shown(`[x](${link})`)).toThrow(`page.md links to ${link}, which does not exist.`),
  );

  it('keeps the anchor of a link, also to a file beside docs/', () => {
    expect(shown('[x](gateway.md#pass-through)')).toContain('href="./gateway.html#pass-through"');
    const [, source] = /href="(.*?)"/.exec(shown('[x](../../CONTRIBUTING.md#style)', 'decisions/new.md')) ?? [];
    expect(source).toBe('https://github.com/plugboard-dev/plugboard/blob/main/CONTRIBUTING.md#style');
  });

  it('gives a heading the anchor that links expect', () => {
    // Each heading links to itself, so a difference between both would fail.
    const headings = ['# A `<b>`: c_d – É!', '# Same', '# Same', '[x](#same-1)'];
    const ids = Array.from(shown(headings.join('\n\n')).matchAll(/<h1 id="(.*?)"/g), ([, id]) => id);
    expect(ids).toEqual(['a-b-c_d--é', 'same', 'same-1']);
  });
});

describe('the path of the site', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['plugboard', '/plugboard/'],
    ['/plugboard', '/plugboard/'],
    ['/a/b/', '/a/b/'],
  ])('%j becomes %s, also for the icon', async (text, base) => {
    const found = await configOf(text);
    expect(found.base).toBe(base);
    expect(found.head).toContainEqual(['link', expect.objectContaining({ rel: 'icon', href: `${base}icon.svg` })]);
    expect(readFileSync(join(found.vite.publicDir, 'icon.svg'), 'utf8')).toMatch(/^<svg /);
  });

  it.each(['https://example.com/plugboard/', '/a b/', '/a?b'])('is not %s', async (text) => {
    await expect(configOf(text)).rejects.toThrow(text);
  });
});

it.runIf(isDeep)('builds (test:deep)', { timeout: 300_000 }, () => {
  const program = join(site, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const target = mkdtempSync(join(homedir(), 'site-'));
  const { status, stderr } = spawnSync(process.execPath, [program, 'build', site, '--outDir', target], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(readFileSync(join(target, 'scaling.html'), 'utf8')).toContain('<svg width=');
});
