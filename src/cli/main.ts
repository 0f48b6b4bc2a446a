import { Command, CommanderError } from 'commander';
import { PlugboardError } from '../model/error.ts';
import { contextOf } from './command-context.ts';
import { addCommands } from './commands.ts';
import { ExitCode } from './exit-code.ts';
import { declareGlobalOptions } from './global-options.ts';
import { Output } from './output.ts';
import { version } from './version.ts';

/** Runs one command line and says how it ended; the only place that turns errors into words and exit codes. */
async function run(argv: readonly string[]): Promise<number> {
  const output = new Output(argv);
  try {
    await (await programFor(argv, output)).parseAsync([...argv], { from: 'user' });
  } catch (error) {
    await fail(error, output);
  }
  return output.exitCode;
}

async function programFor(argv: readonly string[], output: Output): Promise<Command> {
  const program = new Command('plugboard')
    .description('Patch any MCP server into any AI coding assistant.')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  declareGlobalOptions(program);
  await addCommands(program, argv, contextOf(program, output, argv));
  return program;
}

async function fail(error: unknown, output: Output): Promise<void> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return;
    const [message = '', ...more] = error.message.replace(/^error: /, '').split('\n');
    const hint = more.join(' ').replace(/^\(Did you mean (.*)\?\)$/, 'did you mean $1?') || undefined;
    return output.fail(ExitCode.usage, { code: 'usage', message, hint });
  }
  if (error instanceof PlugboardError) return (await import('./show-error.ts')).showError(error, output);
  throw error;
}

// Whoever reads our output may stop early, as `head` does. That is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2));
}

void main();
