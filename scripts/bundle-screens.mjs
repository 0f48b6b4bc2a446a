import * as esbuild from 'esbuild';
import { shippedBundle } from './node-bundle.mjs';

/**
 * The screens of the program, each a module that is loaded when it is opened.
 *
 * @param {string[]} screens Their sources.
 */
export function bundleScreens(screens) {
  return esbuild.build({
    ...shippedBundle,
    entryPoints: screens,
    outdir: 'dist/screens',
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    charset: 'utf8',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"', fetch: 'undefined' },
    // Dependencies in CommonJS ask for Node's modules with it.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [leanInk],
  });
}

/**
 * Removes Ink's developer tools, and its check for an interactive terminal, which we make ourselves. Its layout library
 * must not load itself with `fetch`, because that makes Node load many modules.
 *
 * @type {Readonly<Record<string, string>>}
 */
const leftOut = {
  'ink/build/utils.js': 'export const isDev = () => false;',
  'ink/build/devtools.js': 'export {};',
  'ink/build/components/ErrorOverview.js': 'export default () => null;',
  'is-in-ci/index.js': 'export default false;',
};

const leanInk = {
  name: 'lean-ink',
  /** @param {esbuild.PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /node_modules[\\/](?:ink|is-in-ci)[\\/].*\.js$/ }, ({ path }) => {
      const contents = leftOut[path.replaceAll('\\', '/').split('/node_modules/').at(-1) ?? ''];
      return contents === undefined ? undefined : { contents, loader: 'js' };
    });
  },
};
