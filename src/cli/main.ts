import { Output } from './output/output.ts';
import { endingWith } from './output/standard-streams.ts';
import { withPlainColour } from './program/global-options.ts';
import { runLine } from './program/run-line.ts';

async function main(): Promise<void> {
  const argv = withPlainColour(process.argv.slice(2));
  const output = new Output(argv);
  endingWith(() => output.exitCode);
  await runLine(argv, output);
  process.exitCode = output.exitCode;
}

void main();
