import { checkProject } from '../../doctor/check-project.ts';
import type { Examination, Issue } from '../../doctor/types.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { problemsIn } from '../../manage/sync/entry-groups.ts';
import { evaluate } from '../../manage/sync/evaluate.ts';
import type { MergedCell } from '../../manage/sync/sync-cell.ts';
import { count } from '../../model/count.ts';
import { describe, isError } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { version } from '../../model/version.ts';
import { readTexts } from '../../store/read/read-texts.ts';
import { checkoutAround } from '../../trust/territory.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { jsonText } from '../output/json-text.ts';
import { withProgress } from '../output/progress.ts';
import { showIssue } from '../output/show-issue.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { driftIssues } from '../sync/drift-issues.ts';

const formats = ['text', 'json', 'sarif', 'github'] as const;

export const setUpCheck: CommandSetup = (command, context) => {
  command.addHelpText(
    'after',
    `
Checks the files in this directory only: what you have installed or configured for yourself does not change the result.
Exit codes: 0 no issues, 6 issues, also if a file cannot be parsed.`,
  );
  withExamples(command, 'check', 'check --format github', 'check --format sarif > plugboard.sarif')
    .option('--format <format>', `output: ${formats.join(', ')}`, 'text')
    .action(async ({ format }: { format: string }) => {
      const { host, output } = context;
      if (!formats.some((one) => one === format)) command.error(`error: --format takes ${formats.join(', ')}`);
      const found = await withProgress(output, 'Checking files', () => examineProject(host));
      if (found.issues.length > 0) output.exitCode = ExitCode.issues;
      if (format === 'sarif') {
        const { toSarif } = await import('../../doctor/sarif.ts');
        return output.raw(`${jsonText(toSarif(found.issues, version, checkoutAround(host.cwd) ?? host.cwd))}\n`);
      }
      if (format === 'github') {
        const { githubAnnotations } = await import('../output/github-annotations.ts');
        for (const line of githubAnnotations(found.issues, checkoutAround(host.cwd) ?? host.cwd))
          output.raw(`${line}\n`);
        return;
      }
      if (format === 'json' || output.json) return output.raw(`${jsonText(asData(found))}\n`);
      await print(found, context);
    });
};

/** All issues: those in the files, and where the project's clients differ from its catalog. */
async function examineProject(host: Host): Promise<Examination> {
  const found = await checkProject(host);
  const drift = await driftIn(host);
  return { ...found, issues: [...found.issues, ...drift] };
}

async function driftIn(host: Host): Promise<Issue[]> {
  const root = `${host.cwd.replaceAll('\\', '/').replace(/\/+$/, '')}/`;
  const isOurs = ({ path, catalog, problems }: MergedCell): boolean =>
    path.startsWith(root) && catalog?.path.startsWith(root) === true && problems === undefined;
  try {
    const { cells } = await evaluate(new PlanDraft(host, ''), { only: ({ scope }) => scope === 'project' });
    return driftIssues(cells.filter(isOurs));
  } catch (error) {
    // A catalog that cannot be read is an issue already.
    problemsIn(error);
    return [];
  }
}

function asData({ issues, files, servers }: Examination): object {
  const data = { files, servers, errors: issues.filter(isError).length, issues: issues.map(issueAsData) };
  const errors = issues.map((issue) => ({ code: issue.code, message: describe(issue).message, file: issue.file }));
  return { schema: 1, ok: issues.length === 0, data, warnings: [], errors };
}

function issueAsData(issue: Issue): Record<string, unknown> {
  const { server, client, evidence } = issue;
  return { ...toJson(issue), server, client, evidence };
}

async function print({ issues, files, servers }: Examination, context: CommandContext): Promise<void> {
  const { output, host } = context;
  const paths = [...new Set(issues.flatMap(({ file }) => file ?? []))];
  const texts = new Map((await readTexts(host, paths)).map((read) => [read.path, 'text' in read ? read.text : '']));
  for (const issue of issues)
    output.print([...(await showIssue(issue, texts.get(issue.file ?? '') ?? '', context, undefined)), '']);
  const looked = `${count(servers, 'server')} and ${count(files, 'file')}`;
  output.print(
    issues.length === 0
      ? `${output.mark('ok')} No issues in ${looked}.`
      : `${count(issues.length, 'issue')} in ${looked}.`,
  );
  if (issues.some(({ fix }) => fix !== undefined)) output.talk('Some can be repaired with: plugboard doctor --fix');
}
