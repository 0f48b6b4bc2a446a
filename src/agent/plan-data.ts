import { unifiedDiff } from '../manage/compare/diff.ts';
import { actionOf, reportedLosses, visibleChanges } from '../manage/plan/plan-words.ts';
import { describe } from '../model/diagnostics/diagnostic.ts';
import { lossInWords } from '../model/diagnostics/loss.ts';
import type { Host } from '../model/host.ts';
import { maskLine } from '../model/secrets/secret.ts';
import { visible } from '../model/visible.ts';
import type { PendingPlan } from '../store/state/pending-plans.ts';
import type { FileChange, Plan } from '../store/write/plan.ts';
import type { Data } from './tools/tool.ts';

/** A plan for a model: diffs with secrets masked, losses and warnings. */
export function planData(plan: Plan, host: Host): Data {
  return {
    title: visible(plan.title),
    changes: visibleChanges(plan, host).map((change) => ({
      file: change.path,
      change: actionOf(change),
      diff: diffLines(change),
    })),
    losses: reportedLosses(plan).map(({ server, client, field, action, reason }) => ({
      server,
      client,
      field,
      action,
      reason,
    })),
    warnings: plan.diagnostics.map((issue) => ({
      code: issue.code,
      message: visible(maskLine(describe(issue).message)),
    })),
  };
}

/** The longest text that a person is asked about in a form; longer plans are decided where all of it can be seen. */
const MOST_CHARS = 12_000;

/** What a person consents to, complete; undefined if it is too long for a form. */
export function consentText(
  plan: Plan,
  host: Host,
  { askedBy, warnings: said }: Pick<PendingPlan, 'askedBy' | 'warnings'>,
): string | undefined {
  const losses = reportedLosses(plan).map((loss) => `Loss: ${visible(lossInWords(loss))}`);
  const warnings = plan.diagnostics.map((issue) => `Warning: ${visible(maskLine(describe(issue).message))}`);
  const text = [
    `${visible(askedBy)} asks to change your MCP servers: ${visible(plan.title)}`,
    ...visibleChanges(plan, host).map(diffLines),
    ...losses,
    ...warnings,
    ...said.map((warning) => `Warning: ${visible(warning)}`),
    'Accept to write this. It can be undone with: plugboard undo',
  ].join('\n\n');
  return text.length <= MOST_CHARS ? text : undefined;
}

/** Hidden characters could make a line look like another one, and many spaces could move its end out of sight. */
function diffLines(change: FileChange): string {
  return unifiedDiff(change)
    .split('\n')
    .map((line) => visible(line).replaceAll(/(?<=\S) {20,}(?=\S)/g, (found) => ` [${found.length} spaces] `))
    .join('\n');
}
