import type { Finds } from '../../manage/found-servers.ts';
import { importFound, type ImportOptions, type ImportPlan } from '../../manage/import-found.ts';
import { notFound } from '../../manage/no-such-server.ts';
import { withBrought } from '../../manage/plan/in-steps.ts';
import { describe, type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { catalogId } from '../../model/origin.ts';
import type { Scope } from '../../model/scope.ts';
import { collect } from '../../validate/report.ts';
import { checkName } from '../../validate/server-rules.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { findSource, sourceHelp } from '../input/import-source.ts';
import { chooseTargets, scopeHelp, targetHelp } from '../input/targets.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import type { Warning } from '../output/output.ts';
import { withProgress } from '../output/progress.ts';
import { conflictsIn, importsAsData, showImportNotes } from '../output/show-import.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Options extends ApproveFlag {
  readonly to?: string;
  readonly scope?: Scope;
  readonly skip?: boolean;
  readonly overwrite?: boolean;
  readonly rename?: boolean;
  /** False with `--no-secrets`. */
  readonly secrets: boolean;
}

export const setUpImport: CommandSetup = (command, context) => {
  withExamples(
    command,
    'import',
    'import cursor github linear',
    'import team-servers.json --to claude-code:project,codex:project --no-secrets',
    'import - < servers.json',
  )
    .argument('[source]', sourceHelp)
    .argument('[names...]', 'servers to import; default: all')
    .option('--to <clients>', `targets: ${targetHelp}; default: your Plugboard catalog`)
    .option('-s, --scope <scope>', `${scopeHelp}; for the targets`)
    .option('--skip', 'skip servers that are already defined differently')
    .option('--overwrite', 'replace servers that are already defined differently')
    .option('--rename', 'choose a free name for servers that are already defined differently')
    .option('--no-secrets', 'write references such as ${GITHUB_TOKEN} instead of secrets');
  declareApprove(command).action(async (source: string | undefined, names: string[], options: Options) => {
    const { host, output } = context;
    const conflict = conflictOf(options);
    const targets = await chooseTargets(host, options.to, options.scope, command);
    const finds = await withProgress(output, 'Reading', () => findSource(source ?? 'all', context, command));
    if (!finds) return;
    const servers = chosen(finds, names);
    // A definition that is left out because it is invalid makes the answer as incomplete as a file that is.
    output.unread([...finds.unread, ...finds.issues.filter(isError)], names.length === 0);
    for (const issue of finds.issues) if (!isError(issue)) output.warn(warningOf(issue));
    if (servers.length === 0) throw nothingIn(source, finds);
    output.unread(invalidNames(servers), true);
    const wanted: ImportOptions = { ...(conflict && { conflict }), withoutSecrets: !options.secrets };
    let last = await importFound(host, servers, targets, wanted);
    const [failure, ...others] = conflictsIn(last, host);
    if (failure) return output.fail(failure, ...others);
    const build = async (): Promise<ImportPlan['plan']> => {
      last = await importFound(host, servers, targets, wanted);
      // The target may have changed since it was read.
      const taken = last.imports.find(({ outcome }) => outcome === 'taken');
      if (taken) throw new PlugboardError('server-exists', { name: taken.as, file: taken.target });
      return finds.brought ? withBrought(last.plan, finds.brought) : last.plan;
    };
    if (await carryOut(context, build, () => importsAsData(last, finds), options.approve))
      showImportNotes(last, context);
  });
};

function conflictOf(options: Options): ImportOptions['conflict'] {
  const [first, ...others] = (['skip', 'overwrite', 'rename'] as const).filter((word) => options[word]);
  if (others.length > 0)
    throw new PlugboardError('usage', { message: 'Use only one of --skip, --overwrite and --rename.' });
  return first;
}

function chosen(finds: Finds, names: readonly string[]): Finds['servers'] {
  const { servers } = finds;
  const missing = names.find((name) => !servers.some((one) => one.name === name));
  if (missing !== undefined) throw notFound(missing, finds);
  return names.length === 0 ? servers : servers.filter(({ name }) => names.includes(name));
}

/** Servers that are left out because their names are not allowed for new servers. Names of pasted texts are adapted. */
function invalidNames(servers: Finds['servers']): Diagnostic[] {
  return servers.flatMap(({ name, file }) => {
    const { issues, report } = collect();
    checkName(name, [name], report);
    return issues.map((issue) => ({ ...issue, ...(file !== undefined && { file }) }));
  });
}

function warningOf(issue: Diagnostic): Warning {
  return { ...toJson(issue), code: issue.code, message: describe(issue).message };
}

function nothingIn(source: string | undefined, { issues }: Finds): PlugboardError {
  if (issues.length > 0) return new PlugboardError('document-malformed', { diagnostics: issues });
  const where = source === undefined || source === 'all' ? 'any client on this machine' : source;
  const isCatalog = ['catalog', catalogId].includes(where);
  return new PlugboardError('no-servers', { where: isCatalog ? 'your catalog' : where, isCatalog });
}
