import { readFileSync } from 'node:fs';
import { readIfThere } from './root.mjs';

/**
 * The object in a file that is not the set-up's own. An error names the file.
 *
 * @param {string} path
 */
export function readJson(path) {
  const text = readFileSync(path, 'utf8');
  try {
    const content = JSON.parse(text);
    if (typeof content === 'object' && content !== null) return content;
  } catch {
    // It is told below.
  }
  const fix = path.includes('node_modules') ? 'Delete node_modules' : 'Restore it, for example with git,';
  throw new Error(`${path} is damaged: it has no JSON object. ${fix} and try again.`);
}

/**
 * What the set-up or npm has noted in a file. A note that was damaged, for example by a full disk, is none: then what it
 * is about is done again.
 *
 * @param {string} path
 * @returns {any} An object or array, else undefined.
 */
export function readNote(path) {
  try {
    const note = JSON.parse(readIfThere(path) ?? '');
    return typeof note === 'object' && note !== null ? note : undefined;
  } catch {
    return undefined;
  }
}
