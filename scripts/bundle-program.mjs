import * as esbuild from 'esbuild';
import { root } from './root.mjs';

/**
 * The program as scripts that hold one or more parts as functions. bin/plugboard.js runs those that a command needs, each with its compiled
 * form from an earlier run. Modules would be split in the same way, but what V8 has compiled of a module cannot be kept on
 * Node 20, and compiling is most of the start-up time of a short command.
 *
 * @param {Record<string, string>} define
 * @returns {Promise<{ scripts: [string, Buffer][], metafile: esbuild.Metafile }>} Each script with the names of its parts, the main one first.
 */
export async function bundleProgram(define) {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { main: 'src/cli/main.ts' },
    outdir: 'dist/program',
    // V8 tells by its length alone whether a compiled form fits a script, so a name stands for one content only.
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [withoutChildProcesses],
    define,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  /** @type {Map<string, string>} */
  const parts = new Map();
  for (const { path, text } of outputFiles) parts.set(nameOf(path), await asFunction(text));
  const groups = groupByUse(metafile, [...parts.keys()]);
  const scripts = groups.map((names) => {
    const table = names.map((name) => `${JSON.stringify(name)}:${parts.get(name)}`).join(',\n');
    return /** @type {[string, Buffer]} */ ([names.join(' '), Buffer.from(`({${table}})`, 'latin1')]);
  });
  return { scripts, metafile };
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Running a script costs something however short it is, and so does every function in it that is not needed. What most
 * commands need is therefore one script, and everything else is by itself. The main part comes first.
 *
 * @param {esbuild.Metafile} metafile
 * @param {string[]} names
 */
function groupByUse({ outputs }, names) {
  const late = Object.values(outputs).filter(({ entryPoint }) => entryPoint?.startsWith('src/cli/commands/'));
  const uses = late.map((output) => new Set(needed(output.imports, outputs)));
  const isCommon = (/** @type {string} */ name) => uses.filter((set) => set.has(name)).length > late.length / 2;
  const isMain = (/** @type {string} */ name) => name.startsWith('main-');
  const common = names.filter((name) => isCommon(name) && !isMain(name));
  const rest = names.filter((name) => !isCommon(name) && !isMain(name));
  return [names.filter(isMain), common, ...rest.map((name) => [name])];
}

/**
 * @param {esbuild.Metafile['outputs'][string]['imports']} imports
 * @param {esbuild.Metafile['outputs']} outputs
 * @returns {Iterable<string>} Names of the parts that are loaded along.
 */
function* needed(imports, outputs) {
  for (const { path, kind } of imports) {
    if (kind !== 'import-statement' || !outputs[path]) continue;
    yield nameOf(path);
    yield* needed(outputs[path].imports, outputs);
  }
}

/** @param {string} text */
async function asFunction(text) {
  const { code } = await esbuild.transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // Characters beyond ASCII would double the size of the text in memory.
    charset: 'ascii',
    minifySyntax: true,
    minifyWhitespace: true,
    // What is imported late is one of these scripts as well.
    supported: { 'dynamic-import': false },
  });
  return `function(require,module,exports){${code}}`;
}

/** Commander can start subcommands as programs, which ours are not; the module for that costs time at every start. */
const withoutChildProcesses = {
  name: 'without-child-processes',
  /** @param {esbuild.PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('commander') ? { path: 'none', namespace: 'without-child-processes' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'without-child-processes' }, () => ({ contents: 'export {}' }));
  },
};
