import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/**
 * Rolls up declarations, with those of the bundled dependencies, so that a project that uses the library needs none of
 * them.
 *
 * @param {string} folder The declarations of `src`, as the compiler emits them.
 * @returns {Promise<[path: string, text: string][]>} One file per subpath of the package, and what several share.
 */
export async function bundleTypes(folder) {
  const entries = readdirSync(join(folder, 'library')).map((file) => [
    file.replace(/\.d\.ts$/, ''),
    join(folder, 'library', file),
  ]);
  const bundle = await rolldown({
    input: Object.fromEntries(entries),
    external: [/^node:/],
    plugins: [withoutDocumentation, dts({ dtsInput: true, resolver: 'tsc', tsconfig: false })],
  });
  const { output } = await bundle.generate({ chunkFileNames: 'shared/[name]-[hash].d.ts' });
  return output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, withPackages(file)]] : []));
}

/** What packages document would be a quarter of the declarations, and their users are told by the packages themselves. */
const withoutDocumentation = {
  name: 'without-documentation',
  transform: {
    filter: { id: /node_modules.*\.d\.[cm]?ts$/ },
    /** @param {string} code */
    handler: (code) => code.replaceAll(/^[ \t]*\/\*\*[^]*?\*\/[ \t]*\n/gm, ''),
  },
};

/**
 * The comments with which a package excuses single lines from type checks are lost on the way, so files with declarations
 * of packages are excused as a whole.
 *
 * @param {import('rolldown').OutputChunk} chunk
 */
function withPackages({ moduleIds, code }) {
  return moduleIds.some((id) => id.includes('node_modules')) ? `// @ts-nocheck\n${code}` : code;
}
