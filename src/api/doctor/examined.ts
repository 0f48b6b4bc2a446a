import { createHash } from 'node:crypto';
import { examine } from '../../doctor/examine.ts';
import type { Examination, Finding } from '../../doctor/types.ts';
import { describe } from '../../model/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { Refusal } from '../refusal.ts';

export type NumberedFinding = Finding & { readonly id: string };

/** What is wrong, each finding with a name that stays as long as the finding does. */
export async function examineHere(
  host: Host,
): Promise<Omit<Examination, 'findings'> & { findings: NumberedFinding[] }> {
  const { findings, ...counts } = await examine(host);
  return { ...counts, findings: findings.map((finding) => Object.assign(finding, { id: idOf(finding) })) };
}

/** The findings of these names as they are now. */
export async function findingsNamed(host: Host, ids: readonly string[]): Promise<NumberedFinding[]> {
  const { findings } = await examineHere(host);
  const found = findings.filter(({ id }) => ids.includes(id));
  if (found.length === 0)
    throw new Refusal(404, { code: 'finding-gone', message: 'What was found there is no longer so.' });
  return found;
}

function idOf(finding: Finding): string {
  const { code, file, path, server, client } = finding;
  const told = [code, file, path, server, client, describe(finding).message];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16);
}
