import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '../src/clients/types.ts';
import type { Box } from './box.ts';
import { nodeBin } from './cache.ts';

const plugboard = fileURLToPath(new URL('../bin/plugboard.js', import.meta.url));

/** The same box, in which `plugboard run` with these words starts the client, whatever it is asked. */
export function launchBox(cache: string, box: Box, client: Client, words: readonly string[]): Box {
  const PATH = [nodeBin(cache), join(box.folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  return {
    ...box,
    run: async (command, args, options = {}) => {
      if (command !== client.launch?.program) throw new Error(`plugboard does not start ${command}`);
      const line = [plugboard, 'run', ...words, '--client', client.id, '--', ...args];
      return box.run('node', line, { ...options, env: { ...options.env, PATH } });
    },
  };
}
