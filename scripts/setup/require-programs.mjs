import { findBrowser, waysToGetBrowser } from './browser.mjs';
import { findOnPath } from './on-path.mjs';
import { debianPackage } from './system-programs.mjs';

/**
 * For a command that cannot do without them, before it starts anything. If one is missing, says how to get it and ends the
 * process with code 1.
 *
 * @param {...('Chromium' | 'redis-server' | 'nginx')} programs
 */
export function requirePrograms(...programs) {
  const missing = programs.filter((program) =>
    program === 'Chromium' ? findBrowser() === undefined : findOnPath(program) === undefined,
  );
  if (missing.length === 0) return;
  const packages = missing.flatMap((program) => (program === 'Chromium' ? [] : debianPackage(program)));
  const ways = missing.includes('Chromium') ? waysToGetBrowser : `sudo apt-get install ${packages.join(' ')}`;
  process.stderr.write(`plugboard: this command needs ${missing.join(' and ')}, not installed here: ${ways}\n`);
  process.exit(1);
}
