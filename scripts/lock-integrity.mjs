import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { readJson } from './json-file.mjs';
import { fromRoot } from './root.mjs';

// Adds integrities to the lock files that the registry offers by now: npm notes none for a package that was not offered
// when the lock file was made, and never looks again.

const AT_ONCE = 4;

for (const file of ['package-lock.json', 'site/package-lock.json', 'test/servers/package-lock.json']) {
  /** @type {{ packages: Record<string, { version: string, integrity?: string, link?: true }> }} */
  const lock = readJson(fromRoot(file));
  const without = Object.entries(lock.packages).filter(([path, one]) => path && !one.integrity && !one.link);
  let added = 0;
  for (let start = 0; start < without.length; start += AT_ONCE)
    await Promise.all(
      without.slice(start, start + AT_ONCE).map(async ([path, { version, ...rest }]) => {
        const integrity = await offered(path.replace(/^.*node_modules\//, ''), version);
        if (integrity === '') return;
        // Where npm writes it.
        lock.packages[path] = { version, integrity, ...rest };
        added += 1;
      }),
    );
  if (added > 0) writeFileSync(fromRoot(file), `${JSON.stringify(lock, undefined, 2)}\n`);
  console.log(`${file}: ${added} added, ${without.length - added} not offered`);
}

/**
 * @param {string} name
 * @param {string} version
 */
async function offered(name, version) {
  const view = ['view', `${name}@${version}`, 'dist.integrity'];
  const { stdout } = await promisify(execFile)('npm', view, { shell: process.platform === 'win32' }).catch(
    /** @param {{ stderr?: string }} error */ (error) => {
      // Anything but a missing package or version means that nothing is known.
      if (error.stderr?.includes('E404')) return { stdout: '' };
      throw error;
    },
  );
  return stdout.trim();
}
