import { type Command, CommanderError } from 'commander';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { version } from '../../model/version.ts';
import type { Output } from '../output/output.ts';
import { programFor } from './create-program.ts';
import { ExitCode } from './exit-code.ts';
import { Interrupted } from './interrupted.ts';
import { checkHelp } from './load-commands.ts';

/** Runs one command line; the only place that converts errors to messages and exit codes. */
export async function runLine(argv: readonly string[], output: Output): Promise<void> {
  let command: Command | undefined;
  try {
    const [first, index, ...words] = argv;
    const program = await programFor(first === '__complete' ? words : argv, output, version);
    program.hook('preAction', (_, asked) => {
      command = asked;
    });
    if (first === '__complete') {
      await (await import('../completion/answer-shell.ts')).answerShell(program, words, Number(index));
    } else {
      checkHelp(program, argv);
      await program.parseAsync([...argv], { from: 'user' });
    }
  } catch (error) {
    await fail(error, output, command);
  }
  output.finish();
}

async function fail(error: unknown, output: Output, command: Command | undefined): Promise<void> {
  if (error instanceof CommanderError) return end(error, output);
  if (error instanceof Interrupted) {
    output.exitCode = ExitCode.interrupted;
    return output.talk(error.message || 'Nothing written.');
  }
  const { showError, showInternalError } = await import('../output/show-error.ts');
  return error instanceof PlugboardError
    ? showError(error, output, command?.options ?? [])
    : showInternalError(error, output);
}

/** Help and version end a run too, like parse errors. */
function end({ exitCode, code, message: text }: CommanderError, output: Output): void {
  if (exitCode === 0) {
    const about = code === 'commander.version' ? 'version' : 'help';
    if (output.json) output.data({ [about]: output.answered.trimEnd() });
    return;
  }
  const [message = '', ...more] = text.replace(/^error: /, '').split('\n');
  const hint = more.join(' ').replace(/^\(Did you mean (.*)\?\)$/, 'did you mean $1?') || undefined;
  output.fail({ code: 'usage', message, hint });
}
