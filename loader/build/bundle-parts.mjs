import { readdirSync, readFileSync } from 'node:fs';
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
    plugins: [withoutUnusedModules, shortNamesInPackages, screensApart(screens)],
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

/** Modules that a package imports for something that we do not use, and what replaces them. */
const unusedModules = [
  // Commander can run subcommands as programs, which ours are not. The Node module for that slows down every start.
  { importer: 'commander', module: 'node:child_process', contents: 'export {}' },
  // The SDK's client checks results of tools with a JSON schema validator of 0.3 MB. We use its sign-in and its transport.
  {
    importer: '@modelcontextprotocol/client',
    module: '@modelcontextprotocol/client/_shims',
    contents: 'export const CORS_IS_POSSIBLE = false, DefaultJsonSchemaValidator = undefined',
  },
];

/** @type {esbuild.Plugin} */
const withoutUnusedModules = {
  name: 'without-unused-modules',
  setup(build) {
    for (const { importer: from, module, contents } of unusedModules) {
      build.onResolve({ filter: new RegExp(`^${module}$`) }, ({ importer }) =>
        importer.replaceAll('\\', '/').includes(`/${from}/`) ? { path: module, namespace: 'unused' } : undefined,
      );
      build.onLoad({ filter: new RegExp(`^${module}$`), namespace: 'unused' }, () => ({ contents }));
    }
  },
};

/**
 * Shortens the names in packages, which makes the program a fifth smaller. Ours stay: classes of the library are printed
 * with their name, and stack traces show functions.
 *
 * @type {esbuild.Plugin}
 */
const shortNamesInPackages = {
  name: 'short-names-in-packages',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/, namespace: 'file' }, async ({ path }) => {
      const { code } = await esbuild.transform(readFileSync(path, 'utf8'), { minifyIdentifiers: true });
      return { contents: code, loader: 'js' };
    });
  },
};
