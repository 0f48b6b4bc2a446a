import { text as readStream } from 'node:stream/consumers';
import type { Command } from 'commander';
import { formatOfFile, loadFormat } from '../../formats/index.ts';
import type { FormatId } from '../../formats/types.ts';
import { type Diagnostic, isError } from '../../model/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { visible } from '../../model/visible.ts';
import { nodeHost } from '../../store/node-host.ts';
import { readText } from '../../store/read-text.ts';
import { checkDocument } from '../../validate/document-rules.ts';
import { ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { toJson, toText } from '../show-diagnostic.ts';

interface Report {
  readonly file: string;
  readonly text: string;
  readonly findings: readonly Diagnostic[];
}

const formatIds: readonly FormatId[] = ['json', 'jsonc', 'toml', 'yaml'];

export function addValidate(program: Command, output: Output): void {
  program
    .command('validate')
    .description('Check files that define MCP servers. Starts nothing, contacts nothing, writes nothing.')
    .argument('<file...>', 'files to check; - reads standard input')
    .option('--format <format>', `read as ${formatIds.join(', ')} instead of going by the name`)
    .addHelpText(
      'after',
      '\nExamples:\n  plugboard validate .mcp.json\n  plugboard validate ~/.codex/config.toml .mcp.json --json',
    )
    .action(async (files: string[], options: { format?: FormatId }) => {
      if (options.format && !formatIds.includes(options.format)) {
        program.error(`unknown format '${options.format}', use one of ${formatIds.join(', ')}`);
      }
      const reports = await Promise.all(files.map((file) => validate(nodeHost(), file, options.format)));
      show(reports, output);
    });
}

async function validate(host: Host, file: string, chosen: FormatId | undefined): Promise<Report> {
  const read = file === '-' ? { text: await readStream(process.stdin) } : await readText(host, file);
  if ('problem' in read) return { file, text: '', findings: [read.problem] };
  const format = await loadFormat(chosen ?? formatOfFile(file));
  const document = format.parse(read.text);
  const broken = document.diagnostics.some(isError);
  const findings = [...document.diagnostics, ...(broken ? [] : checkDocument(document.value, document))];
  return { file, text: read.text, findings: findings.map((finding) => ({ ...finding, file })) };
}

function show(reports: readonly Report[], output: Output): void {
  const all = reports.flatMap((report) => report.findings);
  const errors = all.filter(isError);
  output.exitCode = errors.length > 0 ? ExitCode.invalidConfig : ExitCode.ok;
  if (output.json) {
    output.document({
      ok: errors.length === 0,
      data: { files: reports.map(({ file, findings }) => ({ file, valid: !findings.some(isError) })) },
      warnings: all.filter((finding) => !isError(finding)).map(toJson),
      errors: errors.map(toJson),
    });
    return;
  }
  for (const { file, text, findings } of reports) {
    for (const finding of findings) output.print(`${toText(finding, text, output)}\n`);
    if (findings.length === 0) output.print(`${output.style('green', '✓')} ${visible(file)}`);
  }
  if (all.length > 0) output.print(`${count(errors.length, 'error')}, ${count(all.length - errors.length, 'warning')}`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
