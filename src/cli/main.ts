import { withPlainColour } from './global-options.ts';
import { Output } from './output.ts';
import { runLine } from './run-line.ts';
import { endingWith } from './standard-streams.ts';

async function main(): Promise<void> {
  const argv = withPlainColour(process.argv.slice(2));
  const output = new Output(argv);
  endingWith(() => output.exitCode);
  await runLine(argv, output);
  process.exitCode = output.exitCode;
}

void main();
