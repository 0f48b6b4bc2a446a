import { execFileSync } from 'node:child_process';
import { fromRoot } from '../root.mjs';
import type { Generator } from './generator.ts';

/** Made by a program of its own: commands reach the registry of clients, which may have been generated just before. */
export const cliPage: Generator = {
  path: 'docs/cli.md',
  content: () => {
    const script = [fromRoot('scripts', 'run-ts.mjs'), fromRoot('scripts', 'generators', 'cli-page-text.ts')];
    return execFileSync(process.execPath, script, { encoding: 'utf8' });
  },
};
