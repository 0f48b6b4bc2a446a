import type { DiscoveredEntry, ShadowReason, Verdict } from '../../discovery/types.ts';
import { copy } from '../../manage/copy.ts';
import { isWithinReach, plannedFix, targetOf } from '../fixes.ts';
import { issueOn, lineOf } from '../issue.ts';
import type { Check, Issue, Fix, DoctorContext, Subject } from '../types.ts';

/** Invalid entries, rejected files and unread files have their own diagnostics. */
const reasons: Readonly<Record<ShadowReason, string | undefined>> = {
  'higher-scope': 'is of a scope that counts more',
  'nearer-directory': 'is nearer to the project',
  'earlier-file': 'is in a file that counts more',
  'earlier-entry': 'comes first',
  'managed-only': 'is in the file of the administrator, and no other file is read then',
  invalid: undefined,
  'file-rejected': undefined,
  'not-read': undefined,
};

/** Reports entries without effect, because another entry shadows them or no client reads their file. */
export const shadowed: Check = (context) =>
  context.clients.flatMap(({ names }) =>
    names.flatMap((verdict) => [...overruled(verdict), ...unread(context, verdict)]),
  );

function overruled({ shadowed: passedOver }: Verdict): Issue[] {
  return passedOver.flatMap(({ entry, by, why }) => {
    const words = reasons[why];
    if (words === undefined || !by) return [];
    const evidence = [`${lineOf(by)} is used by ${entry.client.name}`];
    return [issueOn({ entry, parts: [entry] }, 'server-shadowed', { by: lineOf(by), why: words }, { evidence })];
  });
}

function unread(context: DoctorContext, { active, shadowed: passedOver }: Verdict): Issue[] {
  return passedOver.flatMap(({ entry, why }) => {
    if (why !== 'not-read') return [];
    const subject = { entry, parts: [entry] };
    const fix = passedOver.every((other) => other.why === 'not-read') ? moveFix(context, subject, active) : undefined;
    const evidence = active ? [`${lineOf(active)} is used instead`] : [];
    return [issueOn(subject, 'server-not-read', { client: entry.client.name }, { evidence, fix })];
  });
}

/** Moves it to the usual file of the same scope. */
function moveFix({ host }: DoctorContext, subject: Subject, active: DiscoveredEntry | undefined): Fix | undefined {
  const { client, scope, name } = subject.entry;
  const hasPlace = client.locations.some((one) => one.scope === scope && one.variant === undefined && !one.unread);
  if (active || !hasPlace || !isWithinReach(subject)) return undefined;
  const title = `Move it to where ${client.name} looks`;
  return plannedFix(host, title, (on) => copy(on, name, targetOf(subject.entry), [{ client, scope }], { move: true }));
}
