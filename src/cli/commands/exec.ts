import { mirrorSignal } from '../../sets/launch/process-end.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

/** The usual command line does not come here: `main.ts` runs it without this parser. */
export const setUpExec: CommandSetup = (command, context) => {
  withExamples(
    command,
    'exec github -- npx -y @modelcontextprotocol/server-github',
    'exec db -- db-server --password {secret:DB_PASSWORD}',
  )
    .usage('<server> -- <command...>')
    .argument('<server>', 'name of the server, for messages')
    .argument('[command...]', 'command after --, with {secret:NAME} where a secret belongs')
    .action(async (server: string) => {
      const words = context.afterDashes;
      if (words.length === 0) return command.error('error: give the command after --');
      const { runExec } = await import('../exec/run-exec.ts');
      const ended = await runExec(context.host, { server, words });
      if ('signal' in ended) return mirrorSignal(ended.signal);
      context.output.exitCode = ended.code;
    });
};
