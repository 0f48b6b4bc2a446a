import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../anchors.mjs';
import { asText, withDiagrams, withLinks } from '../markdown.mjs';
import { groups } from '../pages.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const docs = join(root, 'docs');
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const source = repository.url.replace(/^git\+|\.git$/g, '');
// The path below which the site is served.
const base = pathOfSite(process.env.PLUGBOARD_DOCS_BASE);

/** The title of a page is its first heading. */
const item = (path) => ({
  text: /^# (.+)$/m.exec(readFileSync(join(docs, `${path}.md`), 'utf8'))?.[1] ?? path,
  link: `/${path}`,
});

const decisions = readdirSync(join(docs, 'decisions'))
  .toSorted()
  .map((file) => `decisions/${file.slice(0, -3)}`);

export default defineConfig({
  title: 'Plugboard',
  description: 'Patch any MCP server into any AI coding assistant.',
  srcDir: '../docs',
  outDir: '../dist-docs',
  cacheDir: './node_modules/.cache',
  base,
  // Pages enter the index of the search one after the other, so that two builds are equal.
  buildConcurrency: 1,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  vite: {
    // The icon of the page is that of the site.
    publicDir: join(root, 'web', 'public'),
    // Packages are found here: the pages are outside this folder.
    resolve: { alias: { vue: join(root, 'site', 'node_modules', 'vue') } },
  },
  // Pages are plain Markdown: `<name>` in a sentence is not a tag.
  markdown: {
    html: false,
    anchor: { slugify: anchorOf },
    config: (markdown) => markdown.use(asText).use(withDiagrams).use(withLinks, { root, source }),
  },
  themeConfig: {
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: source }],
    sidebar: [
      ...Object.entries(groups).map(([text, pages]) => ({ text, items: pages.map(item) })),
      { text: 'Decisions', collapsed: true, items: decisions.map(item) },
    ],
  },
});

/** Such as `/plugboard/`, with or without its slashes. */
function pathOfSite(text = '') {
  const names = text.split('/').filter(Boolean);
  if (names.every((name) => /^[\w.~-]+$/.test(name))) return ['', ...names, ''].join('/');
  throw new Error(`PLUGBOARD_DOCS_BASE is ${text}, but has to be a path such as /plugboard/.`);
}
