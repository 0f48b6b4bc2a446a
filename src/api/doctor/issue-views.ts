import { parsedSecrets } from '../../formats/document-secrets.ts';
import { describe } from '../../model/diagnostics/diagnostic.ts';
import { excerpt } from '../../model/diagnostics/excerpt.ts';
import type { Host } from '../../model/host.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import { readTexts } from '../../store/read/read-texts.ts';
import type { DoctorIssue } from '../contract/doctor.ts';
import { issueView } from '../views/words.ts';
import type { NumberedIssue } from './current-issues.ts';
import { clientTitle } from './issue-groups.ts';

/** Issues with their evidence and the surrounding lines, masked. */
export async function issueViews(issues: readonly NumberedIssue[], host: Host): Promise<DoctorIssue[]> {
  const paths = new Set(issues.map(({ file }) => file).filter((file) => file !== undefined));
  const read = await readTexts(host, [...paths]);
  const texts = new Map(read.map((one) => [one.path, 'text' in one ? one.text : '']));
  return issues.map((issue) => ({
    ...issueView(issue, host),
    id: issue.id,
    ...subjectOf(issue),
    evidence: issue.evidence.map((line) => visible(maskLine(line))),
    ...excerptOf(issue, texts),
    ...(issue.fix && {
      repair: {
        title: issue.fix.title.replaceAll(`${host.home}/`, '~/'),
        kind: 'plan' in issue.fix ? ('plan' as const) : ('direct' as const),
      },
    }),
  }));
}

/** Whether an issue contains a text, in the fields that the page shows by default. */
export function issueFilter(text: string, host: Pick<Host, 'home' | 'cwd'>): (issue: NumberedIssue) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return () => true;
  return (issue) => {
    const { server = '', client = '', file = '' } = issue;
    const words = [server, client, clientTitle(client) ?? '', file.replace(`${host.home}/`, '~/')];
    // Masked, so that a secret cannot be guessed letter by letter.
    return [...words, maskLine(describe(issue).message)].some((word) => word.toLowerCase().includes(wanted));
  };
}

function subjectOf({ server, client }: NumberedIssue): Pick<DoctorIssue, 'server' | 'client' | 'clientName'> {
  const name = client === undefined ? undefined : clientTitle(client);
  return {
    ...(server !== undefined && { server }),
    ...(client !== undefined && { client }),
    ...(name !== undefined && { clientName: name }),
  };
}

function excerptOf({ file, range }: NumberedIssue, texts: ReadonlyMap<string, string>): { excerpt?: string } {
  const text = file === undefined ? undefined : texts.get(file);
  return text && range ? { excerpt: excerpt(text, range, parsedSecrets(file ?? '', text)).join('\n') } : {};
}
