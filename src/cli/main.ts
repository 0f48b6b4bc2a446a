import { Command, CommanderError } from 'commander';
import { PlugboardError } from '../model/error.ts';
import { commands } from './commands.ts';
import { ExitCode } from './exit-code.ts';
import { Output } from './output.ts';
import { version } from './version.ts';

/** Runs one command line and says how it ended; the only place that turns errors into words and exit codes. */
async function run(argv: readonly string[]): Promise<number> {
  const output = new Output(argv);
  const program = new Command('plugboard')
    .description('Patch any MCP server into any AI coding assistant.')
    .version(version, '-V, --version', 'print the version')
    .option('--json', 'print one JSON document')
    .option('--no-color', 'print without colours')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => (output.json ? undefined : write(text)) });
  try {
    await addCommands(program, argv, output);
    await program.parseAsync([...argv], { from: 'user' });
    return output.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return ExitCode.ok;
      output.fail('usage', error.message.replace(/^error: /, ''));
      return ExitCode.usage;
    }
    if (error instanceof PlugboardError) {
      output.fail(error.code, error.message);
      return ExitCode.failed;
    }
    throw error;
  }
}

/** Only the command that is asked for is loaded; the others are there by name and description. */
async function addCommands(program: Command, argv: readonly string[], output: Output): Promise<void> {
  const asked = argv.find((word) => !word.startsWith('-'));
  for (const { name, description, load } of commands) {
    const command = program.command(name).description(description);
    if (name === asked) (await load())(command, output);
  }
  if (asked === undefined) (await import('./commands/status.ts')).setUpStatus(program, output);
}

// Whoever reads our output may stop early, as `head` does. That is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await run(process.argv.slice(2));
