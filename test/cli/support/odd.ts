import { fileURLToPath } from 'node:url';
import type { Definition } from '../runtime/support/servers.ts';
import type { Machine } from './machine.ts';

const program = fileURLToPath(new URL('../../runtime/tools/servers/odd-server.mjs', import.meta.url));

/** A server that reads additional tools from the project file `tools.json`, and counts its starts in `log`. */
export function odd(here: Machine, tools: readonly unknown[] = []): Definition {
  offer(here, tools);
  const env = { TOOLS_FILE: here.path('tools.json'), LOG_FILE: here.path('log') };
  return { command: process.execPath, args: [program], env };
}

export function offer(here: Machine, tools: readonly unknown[]): void {
  here.write('tools.json', JSON.stringify(tools));
}
