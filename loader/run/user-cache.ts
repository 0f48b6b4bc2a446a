import { homedir } from 'node:os';
import { places } from '../../src/store/state/places.ts';

/** Where compiled forms are kept when the folder of the program is not writable; undefined without a home. */
export function compiledFolder(): string | undefined {
  try {
    const { env, platform } = process;
    const system = platform === 'win32' ? platform : 'linux';
    return `${places({ cwd: process.cwd(), env, home: homedir(), platform: system }).cache}/compiled`;
  } catch {
    return undefined;
  }
}
