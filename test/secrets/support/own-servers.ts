import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalog, machine, type Machine, program } from '../../cli/support/machine.ts';

const server = fileURLToPath(new URL('../../runtime/tools/servers/odd-server.mjs', import.meta.url));
export const token = 'ghp_canary0123456789abcdefghij012345';

type Variables = Readonly<Record<string, string>>;

/** A machine with servers of the person, whose programs write down the secret that they get. */
export interface OwnServers extends Machine {
  /** With other programs of the same names in front. */
  readonly evil: Variables;
  /** What the programs got since this was asked before. */
  got(): string;
}

/** Starts of a package, and of a script that starts another program. */
export const own = {
  pack: { command: 'npx', args: ['-y', 'acme'], env: { X: token } },
  script: { command: 'sh', args: ['-c', 'docker run acme'], env: { X: token } },
};

/**
 * `moved`: the person has moved the secrets to the vault; else the definitions refer to a secret that was stored. `HOME` in
 * other definitions is the home directory.
 */
export function ownServers(how: 'moved' | 'referring', more: object = {}): OwnServers {
  const here = machine({ '.git/HEAD': 'ref: refs/heads/main\n' });
  const put = (name: string, text: string): void => {
    here.write(name, text);
    chmodSync(here.path(name), 0o755);
  };
  const start = (word: string): string =>
    `#!/bin/sh\necho "${word} $X" >> "$HOME/log"\nexec '${process.execPath}' '${server}'\n`;
  for (const name of ['npx', 'docker']) put(`~/.local/bin/${name}`, start('good'));
  for (const name of ['npx', 'docker', 'node']) put(`~/evil/${name}`, start('EVIL'));
  put('~/.local/bin/plugboard', `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  put('~/bin/claude', '#!/bin/sh\n');
  const PATH = `${here.path('~/.local/bin')}:${here.path('~/bin')}:/usr/bin:/bin`;
  const env = { ...here.env, PATH, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const run: Machine['run'] = (args, circumstances = {}) =>
    here.run(args, { ...circumstances, env: { ...env, ...circumstances.env } });
  const all = { ...own, ...more };
  const text = JSON.stringify({ servers: all }).replaceAll('HOME', here.path('~/').replace(/\/$/, ''));
  here.write(catalog, how === 'moved' ? text : text.replaceAll(token, '${X_TOKEN}'));
  const stored =
    how === 'moved'
      ? run(['secrets', 'migrate', '--to', 'env-file', '--yes'])
      : run(['secrets', 'set', 'X_TOKEN', '--to', 'env-file'], { input: token });
  if (stored.code !== 0) throw new Error(stored.stderr);
  const log = here.path('~/log');
  return {
    ...here,
    env,
    run,
    evil: { PATH: `${here.path('~/evil')}:${PATH}` },
    got() {
      const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
      rmSync(log, { force: true });
      return text;
    },
  };
}
