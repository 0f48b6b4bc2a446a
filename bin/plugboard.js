#!/usr/bin/env node
'use strict';
// Runs the scripts of the program, each with what V8 compiled of it in an earlier run: that halves the time of a short
// command. A compiled form that does not fit this Node is ignored by V8 and made anew.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const dist = path.join(__dirname, '../dist');
const compiledFile = path.join(dist, `compiled-${process.version}-${process.arch}`);
// `refresh` while the program is built, to keep all that was compiled in this run; `leave` to keep nothing of it.
const refresh = process.env.PLUGBOARD_COMPILED === 'refresh';

/** Room for the list of contents of a packed file. */
const LIST = 16_384;

const program = unpack(path.join(dist, 'program'));
const compiled = readCompiled();
/** @type {Map<string, string>} The script that each part is in. */
const scriptOf = new Map([...program.keys()].flatMap((script) => script.split(' ').map((part) => [part, script])));
/** @type {Map<string, Record<string, (require: Function, exports: object) => void>>} */
const running = new Map();
/** @type {Map<string, object>} */
const modules = new Map();
/** @type {Map<string, vm.Script>} Scripts whose compiled form is missing. */
const fresh = new Map();

/** @param {string} id */
function load(id) {
  const known = modules.get(id);
  if (known) return known;
  const part = id.slice(2);
  const script = scriptOf.get(part);
  if (script === undefined) return require(id);
  const exports = {};
  modules.set(id, exports);
  run(script)[part](load, exports);
  return exports;
}

/**
 * What cannot be a function of its imports is a module beside the program.
 *
 * @param {string} file
 */
load.module = (file) => import(`../dist/${file}`);

/** @param {string} name */
function run(name) {
  const known = running.get(name);
  if (known) return known;
  const cachedData = compiledForm(name);
  const filename = path.join(dist, 'program', name.split(' ', 1)[0]);
  const script = new vm.Script(program.get(name)().toString('latin1'), { filename, cachedData });
  if (!cachedData || script.cachedDataRejected || refresh) fresh.set(name, script);
  const parts = script.runInThisContext();
  running.set(name, parts);
  return parts;
}

/**
 * The pieces of a packed file, each read when it is asked for.
 *
 * @param {string} path
 * @returns {Map<string, () => Buffer>}
 */
function unpack(path) {
  const file = fs.openSync(path, 'r');
  /**
   * @param {number} from
   * @param {number} to
   */
  const read = (from, to) => {
    const bytes = Buffer.allocUnsafeSlow(to - from);
    if (fs.readSync(file, bytes, 0, bytes.length, from) !== bytes.length) throw new Error(`${path} is damaged.`);
    return bytes;
  };
  /** @type {[string, number, number][]} */
  const contents = JSON.parse(read(0, LIST).toString('latin1'));
  return new Map(contents.map(([name, from, to]) => [name, () => read(from, to)]));
}

/** @returns {Map<string, () => Buffer>} */
function readCompiled() {
  try {
    return unpack(compiledFile);
  } catch {
    return new Map();
  }
}

/**
 * Nothing depends on this file, so one that is cut short is as good as none.
 *
 * @param {string} name
 */
function compiledForm(name) {
  try {
    return compiled.get(name)?.();
  } catch {
    return undefined;
  }
}

process.on('exit', () => {
  if (fresh.size === 0 || process.env.PLUGBOARD_COMPILED === 'leave') return;
  try {
    const kept = new Map();
    for (const name of compiled.keys()) kept.set(name, compiledForm(name));
    for (const [name, script] of fresh) kept.set(name, script.createCachedData());
    const { pack } = require('./pack.js');
    // Another process may read the file at this moment.
    fs.writeFileSync(`${compiledFile}.${process.pid}`, pack([...kept].filter(([, bytes]) => bytes)));
    fs.renameSync(`${compiledFile}.${process.pid}`, compiledFile);
  } catch {
    // Whoever installed the program may be somebody else. Then it starts a little slower.
  }
});

// The first of them is where the program starts.
load(`./${program.keys().next().value.split(' ', 1)[0]}`);
