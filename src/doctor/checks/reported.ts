import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { entryFix } from '../entry-fixes.ts';
import { lineOf } from '../finding.ts';
import type { Check, Finding, DoctorContext, Subject } from '../types.ts';

/** Reports the diagnostics of discovery, with a fix where there is one. */
export const reported: Check = (context) =>
  context.clients.flatMap(({ client, files, entries, names }): Finding[] => {
    const about = (finding: Diagnostic): Finding => ({ ...finding, client: client.id, evidence: [] });
    const inEntries = entries
      .filter(({ location }) => !location.unread)
      .flatMap((entry) => entry.findings.map((finding) => withFix(context, { entry, parts: [entry] }, finding)));
    const inWhole = names.flatMap(({ name, findings, merged = [] }) =>
      findings.map((finding): Finding => ({ ...about(finding), server: name, evidence: merged.map(lineOf) })),
    );
    return [...files.flatMap(({ findings }) => findings.map(about)), ...inEntries, ...inWhole];
  });

function withFix(context: DoctorContext, subject: Subject, finding: Diagnostic): Finding {
  const { name, client } = subject.entry;
  const fix = entryFix(context.host, subject, finding);
  const evidence = evidenceFor(subject, finding);
  return { ...finding, server: name, client: client.id, evidence, ...(fix ? { fix } : {}) };
}

/** The violated rule, if the diagnostic does not include it. */
function evidenceFor({ entry: { client, name } }: Subject, { code }: Diagnostic): string[] {
  if (code === 'transport-unsupported') return [`it can use ${client.transports.join(', ')}`];
  if (code !== 'name-unusable' || !client.names) return [];
  const { reserved, pattern } = client.names;
  return [reserved?.includes(name) ? 'it keeps this name for itself' : `names must match ${pattern?.source}`];
}
