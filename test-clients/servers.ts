import { fileURLToPath } from 'node:url';
import type { Server } from '../src/model/server.ts';

const stdioTarget = fileURLToPath(new URL('./stdio-target.mjs', import.meta.url));

/** A blank and a quote are where a command line that is put together from pieces comes apart. */
export const argumentsOf = (name: string): string[] => [name, 'two words', `quo"te`];

/** The definitions that are handed to each program: every kind of thing that gets lost in some of them. */
export function servers(log: string, url: string): Record<string, Server> {
  const stdio = (name: string): Server => ({
    command: 'node',
    args: [stdioTarget, ...argumentsOf(name)],
    // Some programs pass a variable on under its own name, but cannot put it under another one.
    env: { T_TOK: '${T_TOK}', TOKEN_COPY: '${T_TOK}', LOG: log },
  });
  return {
    plain: stdio('plain'),
    'dotted.name-x': stdio('dotted.name-x'),
    off: { ...stdio('off'), disabled: true },
    web: { transport: 'http', url: `${url}/web`, headers: { Authorization: 'Bearer ${T_TOK}', 'X-Plain': 'plain' } },
  };
}
