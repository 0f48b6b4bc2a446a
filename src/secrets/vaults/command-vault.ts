import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { systemProgram } from '../../model/shell/system-program.ts';
import { expectDone, runVault } from './vault-program.ts';
import type { Vault } from './vault.ts';

/** Any command of the system's shell that prints the value. It is read-only: the value is kept elsewhere. */
export function commandVault(host: Host): Vault {
  return {
    async read(_, at) {
      if (at === undefined) return undefined;
      const shell =
        host.platform === 'win32'
          ? { file: systemProgram('cmd', host.env), args: ['/d', '/s', '/c', `"${at}"`], isQuoted: true }
          : { file: '/bin/sh', args: ['-c', at] };
      const ended = await runVault(host, 'command', shell);
      expectDone('command', ended, [ended.output.trim()]);
      return ended.output.replace(/\r?\n$/, '');
    },
    async write() {
      const why = 'its command only prints values; change the value where the command gets it';
      throw new PlugboardError('vault-failed', { vault: 'command', why });
    },
    async remove() {
      // The value is not ours.
    },
  };
}
