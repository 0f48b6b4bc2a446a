import { approvalsOf, loadApprovalContext } from '../../live/approvals/project-servers.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import type { ApprovalRecord } from '../../runtime/trust/approval.ts';
import { approvalFile } from '../../store/approvals/approvals.ts';
import { ago } from '../output/relative-time.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import type { Failure } from '../program/failure.ts';
import { listByDefault } from '../program/subcommands.ts';

export const setUpApprovals: CommandSetup = (command, context) => {
  withExamples(command, 'approvals', 'approvals --json', 'approvals forget 4bf1c2d09a77').usage(
    '[list] | forget <fingerprint...>',
  );
  listByDefault(command, 'List approved and denied servers of all projects.', async () => list(context));
  withExamples(command.command('forget'), 'approvals forget 4bf1c2d09a77', 'approvals forget 4bf1c2d09a77 --dry-run')
    .description('Forget decisions, so that the servers need approval again.')
    .argument('<fingerprint...>', 'at least 8 characters of the fingerprint, as listed by plugboard approvals')
    .action((words: string[]) => forget(words, context));
};

async function list({ host, output }: CommandContext): Promise<void> {
  const desk = await loadApprovalContext(host);
  output.unread(desk.unread, false);
  const present = new Set(desk.ofProjects.map(({ text }) => text.fingerprint));
  const isKnown = desk.unread.length === 0;
  const records = (await desk.approvals.list()).map((record) => ({
    ...record,
    // Whether a definition still exists is known only for this project, and only if all files could be read.
    current: present.has(record.fingerprint) || (isKnown && record.project === host.cwd ? false : undefined),
  }));
  const projects = await approvalFile(host).trusted([]);
  if (output.json) return output.data({ approvals: records, trustedProjects: projects });
  if (records.length === 0 && projects.length === 0) {
    output.print('Nothing has been approved or denied yet.');
    return output.talk('List servers that need approval with: plugboard approve');
  }
  const rows = records
    .toSorted((a, b) => (a.project === b.project ? compare(a.name, b.name) : compare(a.project, b.project)))
    .map(({ name, fingerprint, project, decision, time, current }) => [
      `${output.mark(decision === 'approved' ? 'ok' : 'error')} ${decision}`,
      output.style('bold', visible(name)),
      fingerprint.slice(0, 12),
      ago(new Date(time), host.now()),
      `${shortPath(project, host)}${current === false ? output.style('yellow', ' (no longer defined there)') : ''}`,
    ]);
  for (const line of inColumns(rows)) output.print(line);
  for (const project of projects) output.print(`${output.mark('ok')} trusted   ${shortPath(project, host)}`);
  if (records.length > 0)
    output.talk(output.style('dim', 'Undo a decision with: plugboard approvals forget <fingerprint>'));
  if (projects.length > 0)
    output.talk(output.style('dim', 'Stop trusting a project: run plugboard deny --project in it'));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

async function forget(words: readonly string[], { host, output, globals }: CommandContext): Promise<void> {
  const approvals = approvalsOf(host);
  const records = await approvals.list();
  const found = words.map((word) => recordOf(word, records));
  const [first, ...others] = found.filter((one): one is Failure => 'message' in one);
  if (first) return output.fail(first, ...others);
  const forgotten = [...new Set(found as ApprovalRecord[])];
  if (!globals.dryRun) for (const { fingerprint } of forgotten) await approvals.forget(fingerprint);
  if (output.json) return output.data({ forgotten, written: !globals.dryRun });
  for (const { name, project, decision } of forgotten) {
    const what = `that ${visible(name)} was ${decision} in ${shortPath(project, host)}`;
    output.print(
      `${output.mark(globals.dryRun ? 'none' : 'ok')} ${globals.dryRun ? 'Would forget' : 'Forgot'} ${what}`,
    );
  }
}

/** The one decision whose fingerprint starts with the word. */
function recordOf(word: string, records: readonly ApprovalRecord[]): ApprovalRecord | Failure {
  const hint = 'list the decisions with: plugboard approvals';
  const failure = (message: string): Failure => ({ code: 'approval-unknown', message, hint });
  if (word.length < 8) return failure(`${word} is too short: give at least 8 characters of the fingerprint.`);
  const found = records.filter(({ fingerprint }) => fingerprint.startsWith(word.toLowerCase()));
  const [first] = found;
  if (!first) return failure(`No decision about a server with the fingerprint ${word}.`);
  if (found.some(({ fingerprint }) => fingerprint !== first.fingerprint))
    return failure(`Several decisions have a fingerprint that starts with ${word}. Give more characters.`);
  return first;
}
