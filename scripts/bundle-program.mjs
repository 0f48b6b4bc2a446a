import { basename } from 'node:path';
import * as esbuild from 'esbuild';
import { shippedBundle } from './node-bundle.mjs';
import { fromRoot } from './root.mjs';

/**
 * The program as scripts that hold one or more parts as functions. bin/plugboard.js runs those that a command needs, each with its compiled
 * form from an earlier run. Modules would be split in the same way, but what V8 has compiled of a module cannot be kept on
 * Node 20, and compiling is most of the start-up time of a short command.
 *
 * @param {Record<string, string>} define
 * @returns {Promise<{ scripts: [string, Buffer][], metafile: esbuild.Metafile, screens: string[] }>} Each script with the
 *   names of its parts, the main one first, and the sources of the screens they open.
 */
export async function bundleProgram(define) {
  /** @type {Set<string>} */
  const screens = new Set();
  const { outputFiles, metafile } = await esbuild.build({
    ...shippedBundle,
    entryPoints: { main: 'src/cli/main.ts' },
    outdir: 'dist/program',
    // V8 tells by its length alone whether a compiled form fits a script, so a name stands for one content only.
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    plugins: [withoutChildProcesses, screensApart(screens)],
    define,
  });
  /** @type {Map<string, string>} */
  const parts = new Map();
  for (const { path, text } of outputFiles) parts.set(nameOf(path), await asFunction(text));
  const groups = groupByUse(metafile, [...parts.keys()]);
  const scripts = groups.map((names) => {
    const table = names.map((name) => `${JSON.stringify(name)}:${inAscii(parts.get(name) ?? '')}`).join(',\n');
    return /** @type {[string, Buffer]} */ ([names.join(' '), Buffer.from(`({${table}})`, 'latin1')]);
  });
  return { scripts, metafile, screens: [...screens].toSorted() };
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
  const all = Object.values(outputs);
  const commands = all.filter(({ entryPoint }) => entryPoint?.startsWith('src/cli/commands/'));
  const uses = commands.map((output) => new Set(needed(output.imports, outputs)));
  const main = all.find(({ entryPoint }) => entryPoint === 'src/cli/main.ts');
  const atStart = new Set(needed(main?.imports ?? [], outputs));
  const isMain = (/** @type {string} */ name) => name.startsWith('main-') || atStart.has(name);
  const isCommon = (/** @type {string} */ name) => uses.filter((set) => set.has(name)).length > commands.length / 2;
  const rest = names.filter((name) => !isMain(name));
  const start = names.filter(isMain).toSorted((a, b) => Number(b.startsWith('main-')) - Number(a.startsWith('main-')));
  return [start, rest.filter(isCommon), ...rest.filter((name) => !isCommon(name)).map((name) => [name])];
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

/**
 * A module as a function of its imports and exports. No part takes part in a circle, and none changes what it exports
 * after it has run, so each import is taken once, which costs a fraction of looking every name up whenever it is used.
 *
 * @param {string} text As esbuild writes modules: each import and export begins a line.
 */
async function asFunction(text) {
  /** @type {string[]} */
  const imports = [];
  const body = text
    .replace(/^#!.*\n/, '')
    .replaceAll(IMPORT, (_, clause, from) => {
      imports.push(asRequire(clause ?? '', from));
      return '';
    })
    .replace(EXPORT, (_, names) => `Object.assign(exports, { ${pairs(names, (local, name) => `${name}: ${local}`)} });`)
    .replaceAll(/\bimport\(("\.\/[\w.-]+\.js")\)/g, 'Promise.resolve().then(() => require($1))')
    .replaceAll(/\bimport\(("screens\/[\w.-]+\.js")\)/g, 'require.module($1)');
  if (/^(?:import|export) /m.test(body)) throw new Error('A module is not written as expected.');
  const { code } = await esbuild.transform(`part(function (require, exports) {${imports.join('')}\n${body}})`, {
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
  });
  return code.trim().replace(/^part\((.*)\);$/s, '$1');
}

/** `import { a as b } from "x";`, `import a from "x";`, `import * as a from "x";`, `import "x";` */
const IMPORT = /^import (?:([^"';]*?) from )?"([^"]+)";$/gm;
const EXPORT = /^export \{([^}]*)\};$/m;

/**
 * @param {string} clause
 * @param {string} from
 */
function asRequire(clause, from) {
  const module = `require(${JSON.stringify(from)})`;
  const [, whole] = /^\s*\*\s*as\s+([\w$]+)/.exec(clause) ?? [];
  if (whole) return `const ${whole}=${module};`;
  const [, single] = /^\s*([\w$]+)/.exec(clause) ?? [];
  const [, names] = /\{([^}]*)\}/.exec(clause) ?? [];
  const taken = names ? `const {${pairs(names, (name, local) => `${name}:${local}`)}}=${module};` : '';
  return `${single ? `const ${single}=${module};` : ''}${taken}` || `${module};`;
}

/**
 * @param {string} names Such as `a,b as c`.
 * @param {(first: string, second: string) => string} write
 */
function pairs(names, write) {
  return names
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [first = '', second = first] = pair.trim().split(/\s+as\s+/);
      return write(first, second);
    })
    .join(',');
}

/**
 * The scripts are kept and read with one byte for each character. esbuild escapes all others in texts, but leaves
 * patterns as they are written.
 *
 * @param {string} script
 */
function inAscii(script) {
  // oxlint-disable-next-line no-control-regex -- all of ASCII, whatever it is.
  const at = script.search(/[^\u0000-\u007f]/);
  if (at === -1) return script;
  const around = script.slice(Math.max(0, at - 60), at + 60);
  throw new Error(`The program holds a character beyond ASCII, likely in a pattern; write it as \\u....:\n${around}`);
}

/**
 * What draws on the whole terminal is a module of its own: its libraries wait while they load, which a function cannot.
 *
 * @param {Set<string>} found
 */
function screensApart(found) {
  return {
    name: 'screens-apart',
    /** @param {esbuild.PluginBuild} build */
    setup(build) {
      build.onResolve({ filter: /\/tui\/[^/]+\.tsx$/ }, ({ path, kind }) => {
        if (kind !== 'dynamic-import') return undefined;
        const name = basename(path, '.tsx');
        found.add(fromRoot('src', 'cli', 'tui', `${name}.tsx`));
        return { path: `screens/${name}.js`, external: true };
      });
    },
  };
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
