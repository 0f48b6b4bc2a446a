import { groupParts } from './group-parts.mjs';

/** @typedef {import('esbuild').Metafile['outputs']} Outputs */

/**
 * Decides which parts become one script. Everything that `main` needs at once is the first script, with the entry point as
 * its first part.
 *
 * @param {Outputs} outputs
 * @param {string} main Source of the entry point.
 * @returns {string[][]} The paths of the parts of each script.
 */
export function planScripts(outputs, main) {
  const entries = Object.keys(outputs).filter((path) => outputs[path]?.entryPoint);
  const exec = entries.find((path) => outputs[path]?.entryPoint === EXEC) ?? '';
  const needs = new Map(entries.map((path) => [path, neededBy(path, outputs)]));
  for (const path of entries)
    if (EXEC_LATER.test(outputs[path]?.entryPoint ?? '')) neededBy(path, outputs, needs.get(exec)?.add(path));
  const start = needs.get(entries.find((path) => outputs[path]?.entryPoint === main) ?? '') ?? new Set();
  const parts = Object.entries(outputs)
    .filter(([path]) => !start.has(path))
    .map(([path, { bytes }]) => ({ name: path, bytes, users: usersOf(path, needs, outputs) }));
  return [[...start], ...groupParts(parts, (user) => (user === exec ? EXEC_WEIGHT : 1))];
}

/** `exec` has an entry point of its own, because every start of a server waits for it. */
const EXEC = 'src/cli/exec/exec-now.ts';
/** What it imports later, whenever it starts a server with a secret of the default vaults. */
const EXEC_LATER = /^src\/(?:secrets\/vaults\/(?:file|keychain)-vault|runtime\/connect\/stdio\/startable)\.ts$/;
/** So it counts as much as this many commands. */
const EXEC_WEIGHT = 16;
const COMMAND = /^src\/cli\/(?:commands\/|exec\/exec-now|program\/run-main)/;

/**
 * One command runs at a time, so commands decide what belongs together. Parts that only later imports need are grouped by
 * those.
 *
 * @param {string} path
 * @param {ReadonlyMap<string, ReadonlySet<string>>} needs
 * @param {Outputs} outputs
 */
function usersOf(path, needs, outputs) {
  const users = [...needs].filter(([, parts]) => parts.has(path)).map(([entry]) => entry);
  const commands = users.filter((entry) => COMMAND.test(outputs[entry]?.entryPoint ?? ''));
  return commands.length > 0 ? commands : users;
}

/**
 * @param {string} path
 * @param {Outputs} outputs
 * @returns {Set<string>} The part and all that it imports statically.
 */
function neededBy(path, outputs, found = new Set([path])) {
  for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
    if (kind !== 'import-statement' || !outputs[imported] || found.has(imported)) continue;
    found.add(imported);
    neededBy(imported, outputs, found);
  }
  return found;
}
