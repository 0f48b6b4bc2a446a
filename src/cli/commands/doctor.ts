import { type ClientId } from '../../clients/registry.ts';
import { examine } from '../../doctor/examine.ts';
import type { Examination, Issue } from '../../doctor/types.ts';
import { trialHost } from '../../manage/plan/draft-host.ts';
import { count } from '../../model/count.ts';
import { describe, isError } from '../../model/diagnostics/diagnostic.ts';
import { version } from '../../model/version.ts';
import { readTexts } from '../../store/read/read-texts.ts';
import { checkoutAround } from '../../trust/territory.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { chooseClient } from '../input/choose-client.ts';
import { jsonText } from '../output/json-text.ts';
import { withProgress } from '../output/progress.ts';
import { issueAsData, showIssue } from '../output/show-issue.ts';
import { repair } from '../plan/repair.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';

interface Options extends ApproveFlag {
  readonly client?: string;
  readonly fix?: boolean;
  readonly sarif?: boolean;
}

export const setUpDoctor: CommandSetup = (command, context) => {
  const { output } = context;
  withExamples(
    command,
    'doctor',
    'doctor github --fix --dry-run',
    'doctor --client claude-code,codex --json',
    'doctor --sarif > plugboard.sarif',
  )
    .argument('[name...]', 'servers to check')
    .option('--client <clients>', 'clients to check')
    .option('--fix', 'apply the available repairs; --dry-run only shows them')
    .option('--sarif', 'print the issues as SARIF, for code hosts');
  declareApprove(command).action(async (names: string[], options: Options) => {
    const clients = options.client?.split(',').map((id) => chooseClient(id.trim(), command).id as ClientId);
    const chosen = { ...(clients ? { clients } : {}), ...(names.length > 0 ? { names } : {}) };
    const look = (): Promise<Examination> =>
      withProgress(output, 'Checking files', () => examine(context.host, chosen));
    const before = await look();
    if (options.sarif) return showSarif(before, context);
    if (!options.fix) return printExamination(before, context);
    const repaired = await repair(context, before.issues, options.approve);
    // Report what is left after the repairs.
    if (repaired) await printExamination(await look(), context);
  });
};

/**
 * More are not readable at a terminal, and creating them takes longer than all checks. `--json` and `--fix --dry-run`
 * have all.
 */
const MOST_DIFFS = 100;

/** Info issues, such as a pending approval, do not make the command fail. */
function isFault({ severity }: Issue): boolean {
  return severity !== 'info';
}

function judge(issues: readonly Issue[], { output }: CommandContext): void {
  if (issues.some(isFault)) output.exitCode = ExitCode.issues;
}

async function showSarif({ issues }: Examination, context: CommandContext): Promise<void> {
  const { toSarif } = await import('../../doctor/sarif.ts');
  context.output.raw(`${jsonText(toSarif(issues, version, checkoutAround(context.host.cwd) ?? context.host.cwd))}\n`);
  judge(issues, context);
}

async function printExamination({ issues, files, servers }: Examination, context: CommandContext): Promise<void> {
  const { output, host } = context;
  judge(issues, context);
  const trials = trialHost(host);
  const counted = { errors: issues.filter(isError).length, files, servers };
  if (output.json) {
    const shown: Record<string, unknown>[] = [];
    // One after the other: each repair is tried on the documents that the one before has used.
    for (const issue of issues) shown.push(await issueAsData(issue, trials));
    const data = { ...counted, issues: shown };
    const faults = issues
      .filter(isFault)
      .map((issue) => ({ code: issue.code, message: describe(issue).message, file: issue.file }));
    return output.document({ ok: faults.length === 0, data, warnings: [], errors: faults });
  }
  const paths = [...new Set(issues.map(({ file }) => file).filter((file) => file !== undefined))];
  const texts = new Map((await readTexts(host, paths)).map((read) => [read.path, 'text' in read ? read.text : '']));
  let diffs = 0;
  for (const issue of issues) {
    const isFull = issue.fix !== undefined && (diffs += 1) > MOST_DIFFS;
    const text = texts.get(issue.file ?? '') ?? '';
    output.print([...(await showIssue(issue, text, context, isFull ? undefined : trials)), '']);
  }
  const fixable = issues.filter(({ fix }) => fix !== undefined).length;
  if (issues.length === 0)
    output.print(`${output.mark('ok')} No issues in ${count(servers, 'server')} and ${count(files, 'file')}.`);
  else output.print(`${count(issues.length, 'issue')} in ${count(servers, 'server')} and ${count(files, 'file')}.`);
  if (fixable > MOST_DIFFS)
    output.talk(
      `Only the first ${MOST_DIFFS} repairs are shown as diffs. For those of one server: plugboard doctor <name>`,
    );
  if (fixable > 0) output.talk(`${count(fixable, 'issue')} can be repaired with: plugboard doctor --fix`);
}
