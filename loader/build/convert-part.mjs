import * as esbuild from 'esbuild';

/**
 * Converts a part from an ES module to the text of a function of `require` and `module`. esbuild exports through getters,
 * and each start would pay for a function per export; here the part assigns its exports once it has run. That is the same
 * as long as no part reassigns an export later and no parts import each other in a cycle.
 *
 * @param {string} name
 * @param {string} text
 * @param {readonly string[]} names What it exports.
 */
export async function convertPart(name, text, names) {
  const imported = names.map((exported, index) => `${JSON.stringify(exported)} as e${index}`);
  const assigned = names.map((exported, index) => `${JSON.stringify(exported)}: e${index}`);
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `import {${imported.join()}} from ${JSON.stringify(name)};
module.exports = {__esModule: true, ${assigned.join()}};`,
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // A script has no `import()` of its own, so it becomes a promise of `require()`.
    supported: { 'dynamic-import': false },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [onePart(name, text)],
  });
  const code = await withoutCopies(outputFiles[0]?.text ?? '');
  return `function(require,module){${withShortNames(code)}}`;
}

/**
 * esbuild names what `require` returns after the file: 28,000 times `import_chunk_` in all parts.
 *
 * @param {string} text
 */
function withShortNames(text) {
  return text.replaceAll(/\bimport_chunk_(?=[A-Z\d]{8}\b)/g, '$$');
}

/**
 * esbuild copies what `import()` resolves to, with a kilobyte of helpers in each part that has one. A part is an ES module
 * with plain exports, so it is what it would be copied to.
 *
 * @param {string} text
 */
async function withoutCopies(text) {
  const plain = text.replaceAll(/__toESM\(require\(("\.\/[^"]+")\)\)/g, 'require($1)');
  if (plain === text) return text;
  const { code } = await esbuild.transform(plain, {
    treeShaking: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    target: 'node20',
  });
  return code;
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {esbuild.Plugin}
 */
function onePart(name, text) {
  return {
    name: 'one-part',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, importer }) =>
        importer === '<stdin>' ? { path: name, namespace: 'part' } : { path, external: true },
      );
      build.onLoad({ filter: /.*/, namespace: 'part' }, () => ({ contents: text, loader: 'js' }));
    },
  };
}
