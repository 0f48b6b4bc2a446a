import { execFileSync } from 'node:child_process';
import { fromRoot } from '../root.mjs';
import type { Generator } from './generator.ts';

/** Runs as a separate program: it imports the client registry, which may have just been generated. */
export const clientsPage: Generator = {
  path: 'docs/clients.md',
  isLaidOut: true,
  content: () => {
    const script = [fromRoot('scripts', 'run-ts.mjs'), fromRoot('scripts', 'generators', 'clients-page-text.ts')];
    return execFileSync(process.execPath, script, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  },
};
