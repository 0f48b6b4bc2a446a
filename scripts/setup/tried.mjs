import { writeFileSync } from 'node:fs';
import { fromRoot, readIfThere } from '../root.mjs';

/** Programs that could not be installed, so that a machine without a network does not retry on every run. */
const noteFile = fromRoot('node_modules', '.plugboard-not-installed');

/** @param {readonly string[]} programs */
export function wereTried(programs) {
  const noted = (readIfThere(noteFile) ?? '').split('\n');
  return programs.every((program) => noted.includes(program));
}

/**
 * How to have those that were tried installed after all; nothing if none was.
 *
 * @param {readonly string[]} programs
 */
export function howToRetry(programs) {
  const tried = programs.filter((program) => wereTried([program]));
  if (tried.length === 0) return '';
  return ` Delete node_modules/.plugboard-not-installed to have the installation of ${tried.join(', ')} tried again.`;
}

/** @param {readonly string[]} programs */
export function noteTried(programs) {
  const noted = (readIfThere(noteFile) ?? '').split('\n');
  writeFileSync(noteFile, [...new Set([...noted, ...programs])].filter(Boolean).join('\n'));
}
