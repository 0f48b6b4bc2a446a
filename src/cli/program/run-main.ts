import { Output } from '../output/output.ts';
import { setEarlyExitCode } from '../output/standard-streams.ts';
import { withPlainColor } from './global-options.ts';
import { runLine } from './run-line.ts';

/** Runs a command line and sets the exit code of this process. */
export async function runMain(words: readonly string[]): Promise<void> {
  const argv = withPlainColor([...words]);
  const output = new Output(argv);
  setEarlyExitCode(() => output.exitCode);
  await runLine(argv, output);
  process.exitCode = output.exitCode;
}
