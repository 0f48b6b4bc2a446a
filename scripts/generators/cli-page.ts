import { execFileSync } from 'node:child_process';
import { fromRoot } from '../root.mjs';
import type { Generator } from './generator.ts';

/** Runs as a separate program: commands import the client registry, which may have just been generated. */
export const cliPage: Generator = {
  path: 'docs/cli.md',
  content: () => {
    const script = [fromRoot('scripts', 'run-ts.mjs'), fromRoot('scripts', 'generators', 'cli-page-text.ts')];
    return execFileSync(process.execPath, script, { encoding: 'utf8' });
  },
};
