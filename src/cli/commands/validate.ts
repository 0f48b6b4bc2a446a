import type { FormatId } from '../../formats/types.ts';
import { count } from '../../model/count.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import { visible } from '../../model/visible.ts';
import { chooseClient } from '../input/choose-client.ts';
import { type ValidatedFile, validateFile } from '../input/validate-file.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import type { Output } from '../output/output.ts';
import { toLines } from '../output/show-diagnostic.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';

const formatIds: readonly FormatId[] = ['json', 'jsonc', 'toml', 'yaml'];

export const setUpValidate: CommandSetup = (command, context) => {
  const { output } = context;
  withExamples(command, 'validate .mcp.json', 'validate ~/.codex/config.toml .mcp.json --json')
    .argument('<file...>', 'files to validate; - reads standard input')
    .option('--format <format>', `format of the files: ${formatIds.join(', ')}; default: by name`)
    .option('--client <client>', 'client of the files; default: by path')
    .action(async (files: string[], options: { format?: FormatId; client?: string }) => {
      if (options.format && !formatIds.includes(options.format)) {
        command.error(`error: unknown format '${options.format}', use one of ${formatIds.join(', ')}`);
      }
      const client = options.client === undefined ? undefined : chooseClient(options.client, command);
      const reports = await Promise.all(
        files.map((file) => validateFile(context.host, file, { format: options.format, client })),
      );
      printReports(reports, output);
    });
};

function printReports(reports: readonly ValidatedFile[], output: Output): void {
  const all = reports.flatMap((report) => report.issues);
  const errors = all.filter(isError);
  output.exitCode = errors.length > 0 ? ExitCode.invalidConfig : ExitCode.ok;
  if (output.json) {
    output.document({
      ok: errors.length === 0,
      data: { files: reports.map(({ file, issues }) => ({ file, valid: !issues.some(isError) })) },
      warnings: all.filter((issue) => !isError(issue)).map(toJson),
      errors: errors.map(toJson),
    });
    return;
  }
  for (const { file, text, issues } of reports) {
    const name = file === '-' ? 'standard input' : file;
    for (const issue of issues) output.print([...toLines({ ...issue, file: name }, text, output), '']);
    if (issues.length === 0) output.print(`${output.mark('ok')} ${visible(name)}`);
  }
  if (all.length > 0) output.print(summaryOf(all));
}

/** Such as `1 error, 0 warnings, 2 notes`. */
function summaryOf(all: ValidatedFile['issues']): string {
  const withSeverity = (severity: string): number => all.filter((issue) => issue.severity === severity).length;
  const notes = withSeverity('info');
  const counts = [count(withSeverity('error'), 'error'), count(withSeverity('warning'), 'warning')];
  return [...counts, ...(notes > 0 ? [count(notes, 'note')] : [])].join(', ');
}
