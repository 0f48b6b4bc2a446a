import { Output } from '../../../../src/cli/output/output.ts';
import { runLine } from '../../../../src/cli/program/run-line.ts';
import type { Machine } from '../../support/machine.ts';

/** What `check` prints in a directory, and its exit code. */
export async function printed(here: Machine, cwd: string, format: string): Promise<{ code: number; text: string }> {
  const argv = ['--cwd', cwd, 'check', '--format', format];
  const output = new KeptOutput(argv);
  const before = process.env['HOME'];
  process.env['HOME'] = here.env['HOME'] ?? '';
  await runLine(argv, output);
  process.env['HOME'] = before;
  return { code: output.exitCode, text: output.text };
}

class KeptOutput extends Output {
  text = '';
  override raw(text: string): void {
    this.text += text;
  }
  override print(text: string): void {
    this.text += `${text}\n`;
  }
}
