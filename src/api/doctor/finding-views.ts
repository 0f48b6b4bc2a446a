import { describe } from '../../model/diagnostics/diagnostic.ts';
import { excerpt } from '../../model/diagnostics/excerpt.ts';
import type { Host } from '../../model/host.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import { readTexts } from '../../store/read/read-texts.ts';
import type { DoctorFinding } from '../contract/doctor.ts';
import { findingView } from '../views/words.ts';
import type { NumberedFinding } from './current-findings.ts';
import { clientTitle } from './finding-groups.ts';

/** Issues with their evidence and the surrounding lines, masked. */
export async function findingViews(findings: readonly NumberedFinding[], host: Host): Promise<DoctorFinding[]> {
  const paths = new Set(findings.map(({ file }) => file).filter((file) => file !== undefined));
  const read = await readTexts(host, [...paths]);
  const texts = new Map(read.map((one) => [one.path, 'text' in one ? one.text : '']));
  return findings.map((finding) => ({
    ...findingView(finding, host),
    id: finding.id,
    ...subjectOf(finding),
    evidence: finding.evidence.map((line) => visible(maskLine(line))),
    ...excerptOf(finding, texts),
    ...(finding.fix && {
      repair: {
        title: finding.fix.title.replaceAll(`${host.home}/`, '~/'),
        kind: 'plan' in finding.fix ? ('plan' as const) : ('direct' as const),
      },
    }),
  }));
}

/** Whether an issue contains a text, in the fields that the page shows by default. */
export function findingFilter(text: string, host: Pick<Host, 'home' | 'cwd'>): (finding: NumberedFinding) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return () => true;
  return (finding) => {
    const { server = '', client = '', file = '' } = finding;
    const words = [server, client, clientTitle(client) ?? '', file.replace(`${host.home}/`, '~/')];
    // Masked, so that a secret cannot be guessed letter by letter.
    return [...words, maskLine(describe(finding).message)].some((word) => word.toLowerCase().includes(wanted));
  };
}

function subjectOf({ server, client }: NumberedFinding): Pick<DoctorFinding, 'server' | 'client' | 'clientName'> {
  const name = client === undefined ? undefined : clientTitle(client);
  return {
    ...(server !== undefined && { server }),
    ...(client !== undefined && { client }),
    ...(name !== undefined && { clientName: name }),
  };
}

function excerptOf({ file, range }: NumberedFinding, texts: ReadonlyMap<string, string>): { excerpt?: string } {
  const text = file === undefined ? undefined : texts.get(file);
  return text && range ? { excerpt: excerpt(text, range).join('\n') } : {};
}
