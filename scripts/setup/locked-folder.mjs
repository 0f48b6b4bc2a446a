import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fromRoot, readIfThere } from '../root.mjs';
import { installLocked, missingPackages } from './npm.mjs';

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
    isMissing: () => readIfThere(stampFile) !== stamp() || missingPackages(folder).length > 0,
    /** Runs no script of the packages. */
    install: () => installLocked({ folder, stampFile, stamp, flags: ['--ignore-scripts'] }),
  };
}
