import { writeFileSync } from 'node:fs';
import { fromRoot, readIfThere } from '../root.mjs';
import { installPackages, mayInstallPackages } from './apt-get.mjs';
import { findOnPath } from './on-path.mjs';

/**
 * Programs that some tests use, and their Debian packages: shells for completion, tmux for prompts, ripgrep for OpenCode,
 * a keyring and a password store for secrets, openssl for certificates.
 */
const packages = {
  zsh: 'zsh',
  fish: 'fish',
  tmux: 'tmux',
  rg: 'ripgrep',
  'gnome-keyring-daemon': 'gnome-keyring',
  'secret-tool': 'libsecret-tools',
  'dbus-daemon': 'dbus-daemon',
  pass: 'pass',
  gpg: 'gnupg',
  openssl: 'openssl',
  'redis-server': 'redis-server',
  nginx: 'nginx-light',
};
const wanted = /** @type {(keyof typeof packages)[]} */ (Object.keys(packages));

/** Records that an installation was tried, so that a machine without a network does not retry on every run. */
const stampFile = fromRoot('node_modules', '.plugboard-system-programs');

/** Only where packages can be installed without asking; elsewhere the tests that need a program are skipped by name. */
export function systemProgramsAreMissing() {
  const missing = missingPrograms();
  return missing.length > 0 && mayInstallPackages() && readIfThere(stampFile) !== missing.join();
}

/** Never fails: the tests are skipped instead. */
export async function installSystemPrograms() {
  installPackages(missingPrograms().map((program) => packages[program]));
  const missing = missingPrograms();
  if (missing.length > 0)
    process.stderr.write(`plugboard: tests that need these programs are skipped: ${missing.join(', ')}\n`);
  writeFileSync(stampFile, missing.join());
}

function missingPrograms() {
  return wanted.filter((program) => findOnPath(program) === undefined);
}
