import type { DirectFix, Finding, PlannedFix } from '../doctor/types.ts';
import { inSteps } from '../manage/in-steps.ts';
import { visible } from '../model/visible.ts';
import { carryOut } from './carry-out.ts';
import type { CommandContext } from './command-context.ts';

/** Makes all repairs at once, so that one undo takes them back. Says whether anything may be better now. */
export async function repair(context: CommandContext, findings: readonly Finding[]): Promise<boolean> {
  const { output, host, globals } = context;
  const fixes = [
    ...new Map(findings.flatMap((finding) => (finding.fix ? [[keyOf(finding), finding.fix] as const] : []))).values(),
  ];
  const planned = fixes.filter((fix): fix is PlannedFix => 'plan' in fix);
  const direct = fixes.filter((fix): fix is DirectFix => 'run' in fix);
  if (fixes.length === 0) {
    output.talk('There is nothing that Plugboard could repair by itself.');
    return true;
  }
  const title = `repair ${planned.length === 1 ? '1 finding' : `${planned.length} findings`}`;
  if (planned.length > 0)
    await carryOut(context, () =>
      inSteps(
        host,
        title,
        planned.map((fix) => (on) => fix.plan(on)),
      ),
    );
  if (globals.dryRun) {
    for (const { title: what } of direct) output.talk(`Would also ${visible(what)}.`);
    return false;
  }
  for (const fix of direct) {
    await fix.run();
    output.talk(`${output.mark('ok')} ${visible(fix.title)}`);
  }
  return !output.json;
}

/** Several clients read one file and find the same thing to repair in it. */
function keyOf({ fix, file, range }: Finding): string {
  return JSON.stringify([fix?.title, file, range?.start.offset]);
}
