import { writeFileSync } from 'node:fs';
import { fromRoot, readIfThere } from '../root.mjs';
import { installPackages, mayInstallPackages } from './apt-get.mjs';
import { findOnPath } from './on-path.mjs';

/**
 * Programs and the packages they come in. Completion is tested in these shells too, and questions in tmux; OpenCode searches
 * with ripgrep. bash is there wherever the others can be had.
 */
const packages = { zsh: 'zsh', fish: 'fish', tmux: 'tmux', rg: 'ripgrep' };
const wanted = /** @type {(keyof typeof packages)[]} */ (Object.keys(packages));

/** That it was tried, so that a machine without a network is not asked again on every run. */
const stampFile = fromRoot('node_modules', '.plugboard-shells');

/** Only where they can be had without asking anybody; elsewhere the tests that need one are skipped and say so. */
export function shellsAreMissing() {
  const missing = missingShells();
  return missing.length > 0 && mayInstallPackages() && readIfThere(stampFile) !== missing.join();
}

/** Never fails: the tests can do without. */
export async function installShells() {
  installPackages(missingShells().map((program) => packages[program]));
  writeFileSync(stampFile, missingShells().join());
}

function missingShells() {
  return wanted.filter((shell) => findOnPath(shell) === undefined);
}
