import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fromRoot, readIfThere } from '../root.mjs';

/** A package of its own: none of this may ever be taken for a dependency of ours. */
const folder = fromRoot('test', 'servers');
const stampFile = fromRoot('test', 'servers', 'node_modules', '.plugboard-servers');

/** Whether the servers of others that tests connect to are not there, or not the ones of the lock file. */
export function testServersAreMissing() {
  return readIfThere(stampFile) !== currentStamp();
}

/** Installs what the lock file says, without running anything of it. */
export async function installTestServers() {
  const args = ['install', '--no-save', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  const { status, error, stdout, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    input: '',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    const output = error ? [error.message] : `${stdout}${stderr}`.trim().split('\n').slice(0, 20);
    throw new Error([...output, 'npm could not install the servers that tests use. Is the network there?'].join('\n'));
  }
  writeFileSync(stampFile, currentStamp());
}

function currentStamp() {
  const lock = readIfThere(fromRoot('test', 'servers', 'package-lock.json')) ?? '';
  return createHash('sha256').update(lock).digest('hex');
}
