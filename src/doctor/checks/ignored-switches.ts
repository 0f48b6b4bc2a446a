import { contradictingSwitches } from '../../clients/read-entry.ts';
import { hasSwitchInEntry } from '../../clients/switches.ts';
import { inSteps } from '../../manage/plan/in-steps.ts';
import { respell } from '../../manage/plan/respell.ts';
import { setEnabled } from '../../manage/set-enabled.ts';
import { isWithinReach, plannedFix, targetOf } from '../fixes.ts';
import { issueOn, shapeOfEntry } from '../issue.ts';
import type { Check, Fix, DoctorContext, Subject } from '../types.ts';

/** Reports servers disabled only by a key that their client ignores. */
export const ignoredSwitches: Check = (context) =>
  context.used.flatMap((subject) => {
    const { server, ignored, native, client } = subject.entry;
    const [key] = contradictingSwitches({ ignored, native }, false);
    if (server.disabled !== true || key === undefined) return [];
    const args = { key, client: client.name };
    return [issueOn(subject, 'off-but-started', args, { at: [key], side: 'key', fix: switchFix(context, subject) })];
  });

/** Replaces the ignored key with the client's own switch. */
function switchFix({ host }: DoctorContext, subject: Subject): Fix | undefined {
  if (!isWithinReach(subject)) return undefined;
  const { entry } = subject;
  const target = targetOf(entry);
  const steps = [(on: typeof host) => respell(on, entry.name, ['disabled', 'enabled'], target)];
  if (!hasSwitchInEntry(shapeOfEntry(entry))) steps.push((on) => setEnabled(on, entry.name, false, [target]));
  const title = `switch ${entry.name} off in ${entry.client.name}`;
  return plannedFix(host, `Switch it off in the way of ${entry.client.name}`, (on) => inSteps(on, title, steps));
}
