import { resolve } from 'node:path';
import { formatOfFile } from '../../formats/index.ts';
import { copiedIn, sourcesOfText } from '../../manage/project-source.ts';
import { placeFor, translate, type Translation } from '../../manage/translate.ts';
import { isError } from '../../model/diagnostic.ts';
import { PlugboardError } from '../../model/error.ts';
import { type Scope, scopes } from '../../model/scope.ts';
import { rememberPrinted } from '../approvals/remember-printed.ts';
import { chooseClient } from '../choose-client.ts';
import type { CommandSetup } from '../command-context.ts';
import { toJson } from '../diagnostic-as-data.ts';
import { withExamples } from '../examples.ts';
import { ExitCode } from '../exit-code.ts';
import { failureOf } from '../failure.ts';
import type { Output } from '../output.ts';
import { readInput } from '../read-input.ts';
import { toText } from '../show-diagnostic.ts';

interface Options {
  readonly from: string;
  readonly to: string;
  readonly scope?: Scope;
  readonly project?: string;
  readonly strict?: boolean;
}

export const setUpTranslate: CommandSetup = (command, context) => {
  const { output } = context;
  withExamples(
    command,
    'translate --from claude-code --to codex .mcp.json',
    'translate --from cursor --to opencode --json < ~/.cursor/mcp.json',
  )
    .argument(
      '[file]',
      'a config file of the first assistant, or just its map of servers; - or nothing reads standard input',
      '-',
    )
    .requiredOption('--from <client>', 'whose definitions these are')
    .requiredOption('--to <client>', 'for whom to write them')
    .option('--scope <scope>', `the kind of file they are for: ${scopes.join(', ')}`)
    .option('--project <directory>', 'the project, for clients that keep projects apart in one file')
    .option('--strict', 'fail when anything is lost')
    .action(async (file: string, options: Options) => {
      if (options.scope && !scopes.includes(options.scope))
        command.error(`error: unknown scope '${options.scope}', use one of ${scopes.join(', ')}`);
      const [from, to] = [chooseClient(options.from, command), chooseClient(options.to, command)];
      const read = await readInput(context.host, file);
      if ('problem' in read) return showProblem(output, file, '', { ...emptyTranslation, diagnostics: [read.problem] });
      const format = /\.(?:toml|ya?ml)$/i.test(file) ? { format: formatOfFile(file) } : {};
      const scope = options.scope ? { scope: options.scope } : {};
      const project = options.project ? { project: options.project } : {};
      const translation = await translate(read.text, from, to, { ...format, ...scope, ...project });
      if (translation.diagnostics.some(isError) || Object.keys(translation.servers).length === 0) {
        return showProblem(output, file, read.text, translation);
      }
      const place = placeFor(to, { ...scope, ...project });
      const servers = Object.entries(translation.servers).map(([name, server]) => ({ name, server }));
      const sources = await sourcesOfText(
        context.host,
        servers,
        file === '-' ? undefined : resolve(context.host.cwd, file),
      );
      await rememberPrinted(await copiedIn(translation, to, place, sources), context);
      show(output, translation, options.strict ?? false);
    });
};

const emptyTranslation = { text: '', losses: [], companions: [], servers: {} };

function showProblem(output: Output, file: string, text: string, translation: Translation): void {
  output.exitCode = ExitCode.invalidConfig;
  const findings = translation.diagnostics.map((finding) => ({
    ...finding,
    file: file === '-' ? 'standard input' : file,
  }));
  if (output.json) output.document({ ok: false, warnings: [], errors: findings.map(toJson) });
  else for (const finding of findings) output.talk(toText(finding, text, output));
}

function show(output: Output, translation: Translation, strict: boolean): void {
  const { text, losses, companions } = translation;
  const failed = strict && losses.length > 0;
  if (failed) output.exitCode = ExitCode.findings;
  if (output.json) {
    const errors = failed ? [failureOf(new PlugboardError('translation-lossy', { losses: losses.length }))] : [];
    output.document({ ok: !failed, data: { text, losses, companions }, warnings: [], errors });
    return;
  }
  if (!failed) output.raw(text);
  for (const { server, field, action, why } of losses) {
    output.talk(`${output.mark('warning')} ${server}.${field} ${action}: ${why}`);
  }
  for (const companion of companions)
    output.talk(`${output.mark('info')} ${companion.path} must also hold:\n${companion.text.trimEnd()}`);
  if (failed) output.talk(`${output.mark('error')} Nothing written: --strict allows no losses.`);
}
