import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, readIfThere } from '../root.mjs';
import { cachedPackages } from './cached-packages.mjs';

/** The OpenCode used by tests. */
const version = '1.18.33';

/** This system's package with the program, which can be started directly. */
const name = `opencode-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Where the program is. Tests have a home of their own and could not find it otherwise. */
const noteFile = fromRoot('node_modules', '.plugboard-opencode');

export function opencodeProgram() {
  return (readIfThere(noteFile) ?? '').trim();
}

export function opencodeIsMissing() {
  const program = opencodeProgram();
  return !program.includes(version) || !existsSync(program);
}

/** The client tests use the same program in the same location. */
export async function installOpencode() {
  const folder = await cachedPackages(`opencode@${version}`, { [name]: version });
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'opencode.exe' : 'opencode');
  if (!existsSync(program)) throw new Error(`${name} ${version} has no program at ${program}`);
  writeFileSync(noteFile, program);
}
