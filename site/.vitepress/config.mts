import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { groups } from '../pages.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const docs = join(root, 'docs');
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const source = repository.url.replace(/^git\+|\.git$/g, '');

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
  // The path below which the site is served, such as /plugboard/.
  base: process.env.PLUGBOARD_DOCS_BASE || '/',
  // Packages are found here: the pages are outside this folder.
  vite: { resolve: { alias: { vue: join(root, 'site', 'node_modules', 'vue') } } },
  // Pages are plain Markdown: `<name>` in a sentence is not a tag.
  markdown: {
    html: false,
    // As GitHub does, so that a link to a heading works in both places.
    anchor: {
      slugify: (heading) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
          .replaceAll(' ', '-'),
    },
    config: (markdown) => markdown.use(asText).use(linkToSources),
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

/** Leaves comments out, and keeps `{{name}}` as it is, which Vue would replace. */
function asText(markdown) {
  markdown.core.ruler.before('normalize', 'without-comments', (state) => {
    state.src = state.src.replaceAll(/<!--.*?-->/gs, '');
  });
  const plain = (text) => markdown.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;');
  markdown.renderer.rules.text = (tokens, index) => plain(tokens[index].content);
  markdown.renderer.rules.code_inline = (tokens, index) => `<code>${plain(tokens[index].content)}</code>`;
}

/** Pages link to files beside docs/, which are not on the site but in the repository. A link to nothing fails. */
function linkToSources(markdown) {
  markdown.core.ruler.push('link-to-sources', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const target = token.attrGet('href') ?? '';
      if (token.type !== 'link_open' || /^(?:[a-z]+:|#|\/)/.test(target)) continue;
      const [path] = target.split('#');
      const file = resolve(dirname(env.path), path);
      if (!relative(docs, file).startsWith('..')) continue;
      if (!existsSync(file)) throw new Error(`${env.relativePath} links to ${target}, which does not exist.`);
      token.attrSet('href', `${source}/blob/main/${relative(root, file).replaceAll('\\', '/')}`);
    }
  });
}
