import { createHash } from 'node:crypto';
import { examine } from '../../doctor/examine.ts';
import type { Examination, Finding } from '../../doctor/types.ts';
import { describe } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import type { Desk } from '../desk.ts';
import { perDesk } from '../per-desk.ts';
import { Refusal } from '../refusal.ts';
import { rememberReading } from '../views/remember-reading.ts';

export type NumberedFinding = Finding & { readonly id: string };

export type Examined = Omit<Examination, 'findings'> & { readonly findings: readonly NumberedFinding[] };

/** What is wrong, each finding with a name that stays as long as the finding does. Looks again when a file has changed. */
export const examinedOf = perDesk(({ host }) => rememberReading(host, examineHere));

async function examineHere(host: Host): Promise<Examined> {
  const { findings, ...counts } = await examine(host);
  return { ...counts, findings: findings.map((finding) => Object.assign(finding, { id: idOf(finding) })) };
}

/** The findings of these names as they are now. */
export async function findingsNamed(desk: Desk, ids: readonly string[]): Promise<NumberedFinding[]> {
  const { findings } = await examinedOf(desk)();
  const wanted = new Set(ids);
  const found = findings.filter(({ id }) => wanted.has(id));
  if (found.length === 0)
    throw new Refusal(404, { code: 'finding-gone', message: 'What was found there is no longer so.' });
  return found;
}

function idOf(finding: Finding): string {
  const { code, file, path, server, client } = finding;
  const told = [code, file, path, server, client, describe(finding).message];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16);
}
