import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fromRoot } from '../root.mjs';
import { type Generator, replaceBetweenMarkers } from './generator.ts';

const path = 'docs/opencode.md';

/** Runs as a separate program: it imports the client registry, which may have just been generated. */
export const opencodePage: Generator = {
  path,
  content: () => {
    const script = [fromRoot('scripts', 'run-ts.mjs'), fromRoot('scripts', 'generators', 'opencode-page-text.ts')];
    const parts = JSON.parse(execFileSync(process.execPath, script, { encoding: 'utf8' })) as Record<string, string>;
    return Object.entries(parts).reduce(
      (page, [name, text]) => replaceBetweenMarkers(page, name, text),
      readFileSync(fromRoot(path), 'utf8'),
    );
  },
};
