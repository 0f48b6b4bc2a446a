import { resolve } from 'node:path';
import { clientOfFile } from '../../clients/client-of-file.ts';
import type { ClientId } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { formatOfFile } from '../../formats/format-of-file.ts';
import { copiedIn, sourcesOfText } from '../../manage/project-source.ts';
import { placeFor } from '../../manage/translation/read-source.ts';
import { translate, type Translation, type TranslationOptions } from '../../manage/translation/translate.ts';
import { type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { type Scope, scopes } from '../../model/scope.ts';
import { slashedPath } from '../../model/short-path.ts';
import { recordPrinted } from '../approvals/remember-printed.ts';
import { chooseClient } from '../input/choose-client.ts';
import { readInput } from '../input/read-input.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import type { Output } from '../output/output.ts';
import { toLines } from '../output/show-diagnostic.ts';
import { showTranslation } from '../output/show-translation.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';

interface Options {
  readonly from: string;
  readonly to: string;
  readonly scope?: Scope;
  readonly project?: string;
  readonly strict?: boolean;
}

export const setUpTranslate: CommandSetup = (command, context) => {
  const { host, output } = context;
  withExamples(
    command,
    'translate --from claude-code --to codex .mcp.json',
    'translate --from cursor --to opencode --json < ~/.cursor/mcp.json',
    'translate --from auto --to claude-code servers.toml',
  )
    .argument('[file]', 'config file of the source client, or only its map of servers; - reads standard input', '-')
    .requiredOption('--from <client>', 'source client; auto detects it from the text')
    .requiredOption('--to <client>', 'target client')
    .option('--scope <scope>', `scope of the target file: ${scopes.join(', ')}`)
    .option('--project <directory>', 'project directory, for clients with all projects in one file')
    .option('--strict', 'fail on any loss')
    .action(async (file: string, options: Options) => {
      if (options.scope && !scopes.includes(options.scope))
        command.error(`error: unknown scope '${options.scope}', use one of ${scopes.join(', ')}`);
      const from = options.from === 'auto' ? 'auto' : chooseClient(options.from, command);
      const to = chooseClient(options.to, command);
      const read = await readInput(host, file);
      if ('problem' in read) return refuse(output, file, '', [read.problem]);
      const wanted = optionsFor(host, file, options);
      const translation = await translate(read.text, from, to, wanted);
      const { diagnostics } = translation;
      if (isRefused(translation)) return refuse(output, file, read.text, diagnostics);
      await remember(translation, file, to, wanted);
      const warnings = diagnostics.map((issue) => ({ ...issue, file: named(file) }));
      showTranslation(output, translation, { warnings, input: read.text, to, strict: options.strict ?? false });
      if (from === 'auto' && !output.json)
        output.talk(`${output.mark('info')} Read as ${translation.from?.name ?? ''}`);
    });

  /** Records printed project servers, so that they still need approval in any other file. */
  async function remember(
    translation: Translation,
    file: string,
    to: Client,
    wanted: TranslationOptions,
  ): Promise<void> {
    const servers = Object.entries(translation.servers).map(([name, server]) => ({ name, server }));
    const sources = await sourcesOfText(
      host,
      servers,
      file === '-' ? undefined : slashedPath(resolve(host.cwd, file), host.platform),
    );
    await recordPrinted(await copiedIn(translation, to, placeFor(to, wanted), sources), context);
  }
};

function optionsFor(host: Host, file: string, { scope, project }: Options): TranslationOptions {
  const owner = file === '-' ? undefined : clientOfFile(slashedPath(resolve(host.cwd, file), host.platform))?.client.id;
  return {
    host,
    ...(/\.(?:toml|ya?ml)$/i.test(file) ? { format: formatOfFile(file) } : {}),
    ...(scope ? { scope } : {}),
    ...(project ? { project } : {}),
    ...(owner ? { likely: owner as ClientId } : {}),
  };
}

/** A text without servers is only a warning elsewhere, but here there is nothing to translate. */
function isRefused({ diagnostics, text }: Translation): boolean {
  return diagnostics.some(isError) || text === '';
}

function named(file: string): string {
  return file === '-' ? 'standard input' : file;
}

function refuse(output: Output, file: string, text: string, diagnostics: readonly Diagnostic[]): void {
  output.exitCode = ExitCode.invalidConfig;
  const issues = diagnostics.map((issue) => ({ ...issue, file: named(file) }));
  if (output.json) output.document({ ok: false, warnings: [], errors: issues.map(toJson) });
  else for (const issue of issues) output.talk(toLines(issue, text, output));
}
