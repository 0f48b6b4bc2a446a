import { Output } from '../../../src/cli/output/output.ts';
import { runLine } from '../../../src/cli/program/run-line.ts';
import type { Machine } from './machine.ts';

/** Keeps what would go to standard output; with `--json` that is everything. */
class KeptOutput extends Output {
  text = '';

  override raw(text: string): void {
    this.text += text;
  }
}

/** What a command answers with `--json`, run in this process: a table of hundreds of lines can be asked this way. */
// oxlint-disable-next-line typescript/no-explicit-any -- each command has a shape of its own, which its test tells.
export async function askInProcess<D = any>(
  here: Machine,
  args: readonly string[],
): Promise<ReturnType<typeof here.ask<D>>> {
  const argv = ['--json', '--cwd', here.project, ...args];
  const output = new KeptOutput(argv);
  await withEnvironment(here.env, () => runLine(argv, output));
  return { code: output.exitCode, ...JSON.parse(output.text) };
}

/** The program takes its home and its variables from its process. */
async function withEnvironment(env: Readonly<Record<string, string>>, work: () => Promise<void>): Promise<void> {
  const before = { ...process.env };
  const replace = (by: NodeJS.ProcessEnv): void => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, by);
  };
  replace(env);
  try {
    await work();
  } finally {
    replace(before);
  }
}
