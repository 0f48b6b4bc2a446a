import type { Issue } from '../../doctor/types.ts';
import { unifiedDiff } from '../../manage/compare/diff.ts';
import { visibleChanges } from '../../manage/plan/plan-words.ts';
import type { Host } from '../../model/host.ts';
import { visible } from '../../model/visible.ts';
import { diffFor } from '../plan/show-plan.ts';
import type { CommandContext } from '../program/command-context.ts';
import { toJson } from './diagnostic-as-data.ts';
import { toLines } from './show-diagnostic.ts';

/**
 * Formats an issue with its evidence and, if Plugboard can repair it, the repair. `trials` is the host on which repairs
 * are planned to show their diffs; without it there are none.
 */
export async function showIssue(
  issue: Issue,
  text: string,
  context: CommandContext,
  trials: Host | undefined,
): Promise<string[]> {
  const { output } = context;
  const lines = toLines(issue, text, output);
  for (const line of issue.evidence) lines.push(`  ${output.style('dim', `seen: ${visible(line)}`)}`);
  if (issue.fix) {
    lines.push(`  ${output.style('green', 'repair:')} ${visible(issue.fix.title)}`);
    const diff = trials ? await diffLines(issue, context, trials) : [];
    for (const line of diff) lines.push(`    ${line}`);
  }
  return lines;
}

/** Without the header: the issue already names the file. */
async function diffLines({ fix }: Issue, context: CommandContext, trials: Host): Promise<string[]> {
  if (!fix || !('plan' in fix)) return [];
  const plan = await fix.plan(trials);
  return visibleChanges(plan, context.host).flatMap((change) => diffFor(change, plan, context).slice(2));
}

export async function issueAsData(issue: Issue, trials: Host): Promise<Record<string, unknown>> {
  const { server, client, evidence, fix } = issue;
  // Our own state has copies of entries, with their secrets in a spelling of its own.
  const changes = fix && 'plan' in fix ? visibleChanges(await fix.plan(trials), trials) : [];
  return {
    ...toJson(issue),
    server,
    client,
    evidence,
    fix: fix && { title: fix.title, diff: changes.map(unifiedDiff).join('\n') || undefined },
  };
}
