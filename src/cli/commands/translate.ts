import { resolve } from 'node:path';
import { clientOfFile } from '../../clients/of-file.ts';
import type { ClientId } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { formatOfFile } from '../../formats/index.ts';
import { copiedIn, sourcesOfText } from '../../manage/project-source.ts';
import { placeFor } from '../../manage/translation/read-source.ts';
import { translate, type Translation, type TranslationOptions } from '../../manage/translation/translate.ts';
import { type Diagnostic, isError } from '../../model/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { type Scope, scopes } from '../../model/scope.ts';
import { recordPrinted } from '../approvals/remember-printed.ts';
import { chooseClient } from '../choose-client.ts';
import type { CommandSetup } from '../command-context.ts';
import { toJson } from '../diagnostic-as-data.ts';
import { withExamples } from '../examples.ts';
import { ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { readInput } from '../read-input.ts';
import { toText } from '../show-diagnostic.ts';
import { showTranslation } from '../show-translation.ts';

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
    .argument(
      '[file]',
      'a config file of the first assistant, or just its map of servers; - or nothing reads standard input',
      '-',
    )
    .requiredOption('--from <client>', 'whose definitions these are; auto recognizes the client by the text')
    .requiredOption('--to <client>', 'for whom to write them')
    .option('--scope <scope>', `the kind of file they are for: ${scopes.join(', ')}`)
    .option('--project <directory>', 'the project, for clients that keep projects apart in one file')
    .option('--strict', 'fail when anything is lost')
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
      const warnings = diagnostics.map((finding) => ({ ...finding, file: named(file) }));
      showTranslation(output, translation, { warnings, input: read.text, to, strict: options.strict ?? false });
      if (from === 'auto' && !output.json)
        output.talk(`${output.mark('info')} Read as ${translation.from?.name ?? ''}`);
    });

  /** What a project defines stays what a project has defined, whatever file it is written to. */
  async function remember(
    translation: Translation,
    file: string,
    to: Client,
    wanted: TranslationOptions,
  ): Promise<void> {
    const servers = Object.entries(translation.servers).map(([name, server]) => ({ name, server }));
    const sources = await sourcesOfText(host, servers, file === '-' ? undefined : resolve(host.cwd, file));
    await recordPrinted(await copiedIn(translation, to, placeFor(to, wanted), sources), context);
  }
};

function optionsFor(host: Host, file: string, { scope, project }: Options): TranslationOptions {
  const owner = file === '-' ? undefined : clientOfFile(resolve(host.cwd, file))?.client.id;
  return {
    ...(/\.(?:toml|ya?ml)$/i.test(file) ? { format: formatOfFile(file) } : {}),
    ...(scope ? { scope } : {}),
    ...(project ? { project } : {}),
    ...(owner ? { likely: owner as ClientId } : {}),
  };
}

/** A text without any place for servers is only a warning elsewhere; here there is nothing to do with it. */
function isRefused({ diagnostics, text }: Translation): boolean {
  return diagnostics.some(isError) || text === '';
}

function named(file: string): string {
  return file === '-' ? 'standard input' : file;
}

function refuse(output: Output, file: string, text: string, diagnostics: readonly Diagnostic[]): void {
  output.exitCode = ExitCode.invalidConfig;
  const findings = diagnostics.map((finding) => ({ ...finding, file: named(file) }));
  if (output.json) output.document({ ok: false, warnings: [], errors: findings.map(toJson) });
  else for (const finding of findings) output.talk(toText(finding, text, output));
}
