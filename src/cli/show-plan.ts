import { unifiedDiff } from '../manage/diff.ts';
import type { Host } from '../model/host.ts';
import { visible } from '../model/visible.ts';
import { places } from '../store/places.ts';
import type { FileChange, Plan } from '../store/plan.ts';
import type { CommandContext } from './command-context.ts';
import type { Output } from './output.ts';
import { shortPath } from './short-path.ts';
import { toJson, toText } from './show-diagnostic.ts';

/** Our own notes change along with a file; they are nobody's business. */
export function visibleChanges(plan: Plan, host: Host): readonly FileChange[] {
  const own = `${places(host).state}/`;
  return plan.changes.filter(({ path }) => !path.startsWith(own));
}

/** The diff of every file, and what it would lose. */
export function showPlan(plan: Plan, { host, output }: CommandContext, to: 'stdout' | 'stderr'): void {
  const changes = visibleChanges(plan, host);
  const print = (text: string): void => (to === 'stdout' ? output.print(text) : output.talk(text));
  for (const change of changes) print(coloured(unifiedDiff(change), output));
  showWarnings(plan, output);
  if (to === 'stderr') return;
  const files = changes.length === 1 ? '1 file' : `${changes.length} files`;
  output.talk(changes.length === 0 ? 'Nothing would change.' : `Would write ${files}. Run without --dry-run to apply.`);
}

export function showWritten(plan: Plan, { host, output }: CommandContext, id: string | undefined): void {
  const changes = visibleChanges(plan, host);
  if (id === undefined) output.print(`${output.mark('none')} Nothing to change: ${plan.title}`);
  else output.print(`${output.mark('ok')} ${visible(plan.title)}`);
  for (const change of changes) output.print(`  ${actionOf(change)} ${shortPath(change.path, host)}`);
  showWarnings(plan, output);
  if (id !== undefined && changes.length > 0) output.talk(output.style('dim', 'Take it back with: plugboard undo'));
}

export function planAsData(plan: Plan, host: Host): Record<string, unknown> {
  const changes = visibleChanges(plan, host).map((change) => ({
    path: change.path,
    change: actionOf(change),
    diff: unifiedDiff(change),
  }));
  return { title: plan.title, changes, unwritten: plan.unwritten };
}

export function warningsOf({ losses, diagnostics }: Plan): unknown[] {
  const lost = losses.map((loss) => ({ code: 'translation-loss', message: lossInWords(loss), ...loss }));
  return [...lost, ...diagnostics.map(toJson)];
}

function showWarnings({ losses, diagnostics }: Plan, output: Output): void {
  for (const loss of losses) output.talk(`${output.mark('warning')} ${visible(lossInWords(loss))}`);
  for (const finding of diagnostics) output.talk(toText(finding, '', output));
}

export function lossInWords({ server, client, field, action, why }: Plan['losses'][number]): string {
  return `${client}: ${server}.${field} ${action}: ${why}`;
}

function actionOf({ before, after }: FileChange): 'created' | 'changed' | 'deleted' {
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'changed';
}

/** A diff for the terminal. */
export function coloured(diff: string, output: Output): string {
  const lines = diff.split('\n').map((line) => {
    const shown = visible(line);
    if (/^(?:---|\+\+\+) /.test(line)) return output.style('bold', shown);
    if (line.startsWith('@@')) return output.style('cyan', shown);
    if (line.startsWith('-')) return output.style('red', shown);
    return line.startsWith('+') ? output.style('green', shown) : shown;
  });
  return lines.join('\n');
}
