import { installPackages, mayInstallPackages } from './apt-get.mjs';
import { findOnPath } from './on-path.mjs';
import { noteTried, wereTried } from './tried.mjs';

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

/** Only where packages can be installed without asking; elsewhere the tests that need a program are skipped. */
export function systemProgramsAreMissing() {
  const missing = missingPrograms();
  return missing.length > 0 && mayInstallPackages() && !wereTried(missing);
}

/** Never fails: the tests are skipped instead. */
export async function installSystemPrograms() {
  await installPackages(missingPrograms().map(debianPackage));
  noteTried(missingPrograms());
}

/** @param {keyof typeof packages} program */
export function debianPackage(program) {
  return packages[program];
}

export function missingPrograms() {
  return wanted.filter((program) => findOnPath(program) === undefined);
}
