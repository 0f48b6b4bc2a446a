import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { shippedBundle } from '../../scripts/node-bundle.mjs';
import { fromRoot } from '../../scripts/root.mjs';

export const mainSource = 'src/cli/main.ts';

/** The sources of the library, one per subpath of the package. */
export const librarySources = readdirSync(fromRoot('src', 'library')).map((file) => `src/library/${file}`);

/**
 * The program and the library as ES modules, split where they use `import()` and where they share code.
 *
 * @param {Record<string, string>} define
 */
export async function bundleParts(define) {
  /** @type {Set<string>} */
  const screens = new Set();
  const { outputFiles, metafile } = await esbuild.build({
    ...shippedBundle,
    entryPoints: [mainSource, ...librarySources],
    outdir: 'dist/program',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    plugins: [withoutChildProcesses, screensApart(screens)],
    define,
  });
  return { outputFiles, metafile, screens: [...screens].toSorted() };
}

/**
 * A screen draws on the whole terminal. Its libraries use top-level `await`, which a function cannot contain, so screens
 * stay ES modules.
 *
 * @param {Set<string>} found
 * @returns {esbuild.Plugin}
 */
function screensApart(found) {
  return {
    name: 'screens-apart',
    setup(build) {
      build.onResolve({ filter: /\/tui\/(?:[^/]+\/)*[^/]+\.tsx$/ }, ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        found.add(join(resolveDir, path));
        return { path: `screens/${basename(path, '.tsx')}.js`, external: true };
      });
    },
  };
}

/**
 * Commander can run subcommands as programs, which ours are not. The Node module for that slows down every start.
 *
 * @type {esbuild.Plugin}
 */
const withoutChildProcesses = {
  name: 'without-child-processes',
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('commander') ? { path: 'none', namespace: 'without-child-processes' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'without-child-processes' }, () => ({ contents: 'export {}' }));
  },
};
