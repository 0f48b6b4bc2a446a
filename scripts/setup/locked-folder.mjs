import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, readIfThere } from '../root.mjs';

/** Third-party servers that tests connect to. A separate package, so that none of them becomes our dependency. */
export const testServers = lockedFolder(fromRoot('test', 'servers'));

/** Dependencies of the documentation site only. */
export const site = lockedFolder(fromRoot('site'));

/**
 * A folder with its own package.json and lock file.
 *
 * @param {string} folder
 */
function lockedFolder(folder) {
  const stampFile = join(folder, 'node_modules', '.plugboard-installed');
  const stamp = () =>
    createHash('sha256')
      .update(readIfThere(join(folder, 'package-lock.json')) ?? '')
      .digest('hex');
  return {
    isMissing: () => readIfThere(stampFile) !== stamp(),
    /** Installs what the lock file says, without running any script of it. */
    async install() {
      const args = ['install', '--no-save', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
      const options = /** @type {const} */ ({ cwd: folder, encoding: 'utf8', input: '' });
      const shell = process.platform === 'win32';
      const { status, error, stdout, stderr } = spawnSync('npm', args, { ...options, shell });
      if (status !== 0) {
        const output = error ? [error.message] : `${stdout}${stderr}`.trim().split('\n').slice(0, 20);
        throw new Error([...output, `npm could not install the packages of ${folder}. Is there a network?`].join('\n'));
      }
      writeFileSync(stampFile, stamp());
    },
  };
}
