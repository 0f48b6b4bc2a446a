import { readJson } from './json-file.mjs';
import { fromRoot } from './root.mjs';

/**
 * The JavaScript file behind a command of an installed package. Started with our own Node it needs no shell, no PATH
 * and no second npm, and is the same on Windows.
 *
 * @param {string} name The package.
 * @param {string} [command] Its command, when not called like the package.
 */
export function packageBin(name, command = name) {
  const { bin } = readJson(fromRoot('node_modules', name, 'package.json'));
  return fromRoot('node_modules', name, typeof bin === 'string' ? bin : bin[command]);
}
