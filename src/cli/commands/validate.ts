import { resolve } from 'node:path';
import { clientOfFile } from '../../clients/of-file.ts';
import type { Client } from '../../clients/types.ts';
import type { FormatId } from '../../formats/types.ts';
import { surroundingsOf } from '../../manage/target.ts';
import { validateText } from '../../manage/validate-text.ts';
import { count } from '../../model/count.ts';
import { type Diagnostic, isError } from '../../model/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { visible } from '../../model/visible.ts';
import { type CheckedSet, checkSet } from '../../sets/check-set.ts';
import { configDirectory } from '../../sets/config-directory.ts';
import { chooseClient } from '../choose-client.ts';
import type { CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import { ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { readInput } from '../read-input.ts';
import { toJson, toText } from '../show-diagnostic.ts';

interface Report {
  readonly file: string;
  readonly text: string;
  readonly findings: readonly Diagnostic[];
}

const formatIds: readonly FormatId[] = ['json', 'jsonc', 'toml', 'yaml'];

export const setUpValidate: CommandSetup = (command, context) => {
  const { output } = context;
  withExamples(command, 'validate .mcp.json', 'validate ~/.codex/config.toml .mcp.json --json')
    .argument('<file...>', 'files to check; - reads standard input')
    .option('--format <format>', `read as ${formatIds.join(', ')} instead of going by the name`)
    .option('--client <client>', 'whose files they are, instead of going by the path')
    .action(async (files: string[], options: { format?: FormatId; client?: string }) => {
      if (options.format && !formatIds.includes(options.format)) {
        command.error(`error: unknown format '${options.format}', use one of ${formatIds.join(', ')}`);
      }
      const client = options.client === undefined ? undefined : chooseClient(options.client, command);
      const reports = await Promise.all(files.map((file) => validate(context.host, file, options.format, client)));
      show(reports, output);
    });
};

async function validate(host: Host, file: string, format?: FormatId, client?: Client): Promise<Report> {
  const read = await readInput(host, file);
  if ('problem' in read) return { file, text: '', findings: [read.problem] };
  const { text } = read;
  const path = file === '-' ? file : resolve(host.cwd, file).replaceAll('\\', '/');
  if (!client && !format && isSetFile(path, host)) return { file, text, findings: inFile(checkSet(text), file) };
  const known = client ? { client } : clientOfFile(path, surroundingsOf(host));
  const place = known && 'place' in known ? { place: { ...known.place, project: host.cwd } } : {};
  const findings = await validateText(file, text, { ...known, ...place, ...(format ? { format } : {}) });
  return { file, text, findings };
}

function isSetFile(path: string, host: Host): boolean {
  const directory = configDirectory(host).replace(/\/$/, '');
  return path.endsWith('.json') && path.slice(0, path.lastIndexOf('/')) === directory;
}

function inFile({ findings }: CheckedSet, file: string): Diagnostic[] {
  return findings.map((finding) => ({ ...finding, file }));
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
    if (findings.length === 0) output.print(`${output.mark('ok')} ${visible(file)}`);
  }
  if (all.length > 0) output.print(`${count(errors.length, 'error')}, ${count(all.length - errors.length, 'warning')}`);
}
