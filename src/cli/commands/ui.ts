import type { Command } from 'commander';
import { wholeNumber } from '../input/whole-number.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Flags {
  readonly port?: string;
  readonly host?: string;
  readonly open: boolean;
  readonly link?: boolean;
  readonly idleExit?: string;
}

export const setUpUi: CommandSetup = (command, context) => {
  withExamples(command, 'ui', 'ui --port 8080 --no-open', 'ui --link')
    .option('--port <number>', 'port to listen on; default: a free one')
    .option('--host <address>', 'address to listen on: 127.0.0.1 or ::1')
    .option('--no-open', 'print the link without opening a browser')
    .option('--link', 'print a new link to the running page')
    .option('--idle-exit <minutes>', 'minutes without an open page before the process exits; 0 = never')
    .action(async ({ port, host, open, link, idleExit }: Flags) => {
      const options = {
        hostname: hostIn(host, command),
        port: port === undefined ? undefined : wholeNumber('--port', port, 65_535, command),
        idleMinutes: idleExit === undefined ? undefined : wholeNumber('--idle-exit', idleExit, 7 * 24 * 60, command),
        open,
      };
      const ui = await import('../ui/run-ui.ts');
      await (link ? ui.printLink(context) : ui.runUi(context, options));
    });
};

function hostIn(host: string | undefined, command: Command): '127.0.0.1' | '::1' {
  if (host === undefined || host === '127.0.0.1' || host === 'localhost') return '127.0.0.1';
  if (host === '::1' || host === '[::1]') return '::1';
  return command.error(
    `error: the page starts programs and edits files, so it is served only on this machine, not on ${host}\n` +
      'from another machine, use an SSH tunnel: ssh -L 8080:127.0.0.1:8080 <machine> plugboard ui --no-open --port 8080',
  );
}
