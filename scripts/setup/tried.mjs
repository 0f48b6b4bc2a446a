import { writeFileSync } from 'node:fs';
import { fromRoot, readIfThere } from '../root.mjs';

/** Programs that could not be installed, so that a machine without a network does not retry on every run. */
const noteFile = fromRoot('node_modules', '.plugboard-not-installed');

export const howToRetry = 'Delete node_modules/.plugboard-not-installed to have their installation tried again.';

/** @param {readonly string[]} programs */
export function wereTried(programs) {
  const noted = (readIfThere(noteFile) ?? '').split('\n');
  return programs.every((program) => noted.includes(program));
}

/** @param {readonly string[]} programs */
export function noteTried(programs) {
  const noted = (readIfThere(noteFile) ?? '').split('\n');
  writeFileSync(noteFile, [...new Set([...noted, ...programs])].filter(Boolean).join('\n'));
}
