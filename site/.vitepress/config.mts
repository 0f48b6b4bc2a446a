import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const root = fileURLToPath(new URL('../../', import.meta.url));
const docs = join(root, 'docs');
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const source = repository.url.replace(/^git\+|\.git$/g, '');

/** The title of a page is its first heading. */
const item = (path) => ({
  text: /^# (.+)$/m.exec(readFileSync(join(docs, `${path}.md`), 'utf8'))?.[1] ?? path,
  link: `/${path}`,
});

const groups = {
  Use: ['cli', 'clients', 'sync', 'check', 'policy', 'coming-from', 'sets', 'page', 'errors'],
  Run: ['runtime', 'sign-in', 'gateway', 'team', 'opencode'],
  Build: ['library', 'architecture', 'adding-a-client', 'formats', 'store', 'testing', 'dependencies', 'releasing'],
  Figures: ['benchmarks', 'conformance', 'security-tests'],
};
const listed = new Set(['index', ...Object.values(groups).flat()]);
const forgotten = readdirSync(docs).filter((file) => file.endsWith('.md') && !listed.has(file.slice(0, -3)));
if (forgotten.length > 0)
  throw new Error(`Add these pages of docs/ to the groups of the site: ${forgotten.join(', ')}`);

const decisions = readdirSync(join(docs, 'decisions'))
  .toSorted()
  .map((file) => `decisions/${file.slice(0, -3)}`);

export default defineConfig({
  title: 'Plugboard',
  description: 'Patch any MCP server into any AI coding assistant.',
  srcDir: '../docs',
  outDir: '../dist-docs',
  cacheDir: './node_modules/.cache',
  cleanUrls: true,
  // Packages are found here: the pages are outside this folder.
  vite: { resolve: { alias: { vue: join(root, 'site', 'node_modules', 'vue') } } },
  // Pages are plain Markdown: `<name>` in a sentence is not a tag.
  markdown: { html: false, config: (markdown) => markdown.use(asText).use(linkToSources) },
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
