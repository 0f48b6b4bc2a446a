import { execLine } from './exec/exec-line.ts';
import { Output } from './output/output.ts';
import { setEarlyExitCode } from './output/standard-streams.ts';
import { withPlainColor } from './program/global-options.ts';
import { runLine } from './program/run-line.ts';

async function main(): Promise<void> {
  const argv = withPlainColor(process.argv.slice(2));
  // The launcher of servers: every start of a server waits for it.
  const line = execLine(argv);
  if (line) return (await import('./exec/exec-now.ts')).execNow(line);
  const output = new Output(argv);
  setEarlyExitCode(() => output.exitCode);
  await runLine(argv, output);
  process.exitCode = output.exitCode;
}

void main();
