import { planDiff } from '../manage/compare/diff.ts';
import { actionOf, reportedLosses, visibleChanges } from '../manage/plan/plan-words.ts';
import { describe } from '../model/diagnostics/diagnostic.ts';
import { lossInWords } from '../model/diagnostics/loss.ts';
import type { Host } from '../model/host.ts';
import { maskLine } from '../model/secrets/secret.ts';
import { consentText } from '../model/text/consent.ts';
import type { PendingPlan } from '../store/state/pending-plans.ts';
import type { Plan } from '../store/write/plan.ts';
import type { Data } from './tools/tool.ts';

/** A plan for a model: diffs without the secrets of the user, losses and warnings. */
export function planData(plan: Plan, host: Host): Data {
  return {
    title: consentText(plan.title),
    changes: visibleChanges(plan, host).map((change) => ({
      file: change.path,
      change: actionOf(change),
      diff: planDiff(change, plan),
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
      message: consentText(maskLine(describe(issue).message)),
    })),
  };
}

/** The longest text that a person is asked about in a form; longer plans are decided where all of it can be seen. */
const MOST_CHARS = 12_000;

/** What a person consents to, complete; undefined if it is too long for a form. */
export function formText(
  plan: Plan,
  host: Host,
  { askedBy, warnings: said }: Pick<PendingPlan, 'askedBy' | 'warnings'>,
): string | undefined {
  const losses = reportedLosses(plan).map((loss) => `Loss: ${consentText(lossInWords(loss))}`);
  const warnings = plan.diagnostics.map((issue) => `Warning: ${consentText(maskLine(describe(issue).message))}`);
  const text = [
    `${consentText(askedBy)} asks to change your MCP servers: ${consentText(plan.title)}`,
    ...visibleChanges(plan, host).map((change) => planDiff(change, plan)),
    ...losses,
    ...warnings,
    ...said.map((warning) => `Warning: ${consentText(warning)}`),
    'Accept to write this. It can be undone with: plugboard undo',
  ].join('\n\n');
  return text.length <= MOST_CHARS ? text : undefined;
}
