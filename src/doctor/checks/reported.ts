import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { entryFix } from '../entry-fixes.ts';
import { lineOf } from '../issue.ts';
import type { Check, Issue, DoctorContext, Subject } from '../types.ts';

/** Reports the diagnostics of discovery, with a fix where there is one. */
export const reported: Check = (context) =>
  context.clients.flatMap(({ client, files, entries, names }): Issue[] => {
    const about = (issue: Diagnostic): Issue => ({ ...issue, client: client.id, evidence: [] });
    const inEntries = entries
      .filter(({ location }) => !location.unread)
      .flatMap((entry) => entry.issues.map((issue) => withFix(context, { entry, parts: [entry] }, issue)));
    const inWhole = names.flatMap(({ name, issues, merged = [] }) =>
      issues.map((issue): Issue => ({ ...about(issue), server: name, evidence: merged.map(lineOf) })),
    );
    return [...files.flatMap(({ issues }) => issues.map(about)), ...inEntries, ...inWhole];
  });

function withFix(context: DoctorContext, subject: Subject, issue: Diagnostic): Issue {
  const { name, client } = subject.entry;
  const fix = entryFix(context.host, subject, issue);
  const evidence = evidenceFor(subject, issue);
  return { ...issue, server: name, client: client.id, evidence, ...(fix ? { fix } : {}) };
}

/** The violated rule, if the diagnostic does not include it. */
function evidenceFor({ entry: { client, name } }: Subject, { code }: Diagnostic): string[] {
  if (code === 'transport-unsupported') return [`it can use ${client.transports.join(', ')}`];
  if (code !== 'name-unusable' || !client.names) return [];
  const { reserved, pattern } = client.names;
  return [reserved?.includes(name) ? 'it keeps this name for itself' : `names must match ${pattern?.source}`];
}
