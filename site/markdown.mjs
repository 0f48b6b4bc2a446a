import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { anchorsIn } from './anchors.mjs';
import { drawDiagram } from './diagrams.mjs';

/** Leaves comments out, shows keys, and keeps `{{name}}` as it is, which Vue would replace. */
export function asText(markdown) {
  markdown.core.ruler.before('normalize', 'without-comments', (state) => {
    state.src = state.src.replaceAll(/^<!--.*?-->$/gms, '');
  });
  const plain = (text) => markdown.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;');
  markdown.renderer.rules.text = (tokens, index) => plain(tokens[index].content);
  markdown.renderer.rules.code_inline = (tokens, index) => `<code>${plain(tokens[index].content)}</code>`;
  markdown.renderer.rules.key = (tokens, index) => `<kbd>${plain(tokens[index].content)}</kbd>`;
  markdown.inline.ruler.push('key', (state, silent) => {
    const [all, key] = /^<kbd>([^<]+)<\/kbd>/.exec(state.src.slice(state.pos)) ?? [];
    if (!all) return false;
    if (!silent) state.push('key', 'kbd', 0).content = key;
    state.pos += all.length;
    return true;
  });
}

/** Draws blocks of Mermaid. */
export function withDiagrams(markdown) {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (...args) => {
    const [tokens, index, , env] = args;
    if (tokens[index].info.trim() !== 'mermaid') return fence(...args);
    try {
      return `<figure class="diagram" tabindex="0" v-pre>${drawDiagram(tokens[index].content)}</figure>\n`;
    } catch (error) {
      throw new Error(`${env.relativePath}: ${error.message}`, { cause: error });
    }
  };
}

/**
 * Fails for a link to a file or heading that does not exist. A link to a file beside docs/, which is not on the site,
 * becomes one to the repository.
 */
export function withLinks(markdown, { root, source }) {
  const docs = join(root, 'docs');
  markdown.core.ruler.push('check-links', ({ src, tokens, env }) => {
    const anchors = new Map([[env.path, anchorsIn(src)]]);
    const has = (file, anchor) => {
      if (!anchors.has(file)) anchors.set(file, anchorsIn(readFileSync(file, 'utf8')));
      return anchors.get(file).has(decodeURI(anchor));
    };
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const target = token.attrGet('href') ?? '';
      if (token.type !== 'link_open' || /^(?:[a-z]+:|\/)/.test(target)) continue;
      const [path, anchor] = target.split('#');
      const file = path ? resolve(dirname(env.path), path) : env.path;
      if (!existsSync(file) || (anchor && !has(file, anchor)))
        throw new Error(`${env.relativePath} links to ${target}, which does not exist.`);
      if (!relative(docs, file).startsWith('..')) continue;
      const address = `${source}/blob/main/${relative(root, file).replaceAll('\\', '/')}`;
      token.attrSet('href', anchor ? `${address}#${anchor}` : address);
    }
  });
}
