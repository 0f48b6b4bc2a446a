import { createHash } from 'node:crypto';
import { examine } from '../../doctor/examine.ts';
import type { Examination, Finding } from '../../doctor/types.ts';
import { describe } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import type { ApiContext } from '../api-context.ts';
import { HttpError } from '../http-error.ts';
import { perContext } from '../per-context.ts';
import { cachedRead } from '../views/cached-read.ts';

export type NumberedFinding = Finding & { readonly id: string };

export type Examined = Omit<Examination, 'findings'> & { readonly findings: readonly NumberedFinding[] };

/** The issues, each with a stable ID. Examines again when a file has changed. */
export const examinedOf = perContext(({ host }) => cachedRead(host, examineHere));

async function examineHere(host: Host): Promise<Examined> {
  const { findings, ...counts } = await examine(host);
  return { ...counts, findings: findings.map((finding) => Object.assign(finding, { id: idOf(finding) })) };
}

/** The current issues with these IDs. */
export async function findingsById(api: ApiContext, ids: readonly string[]): Promise<NumberedFinding[]> {
  const { findings } = await examinedOf(api)();
  const wanted = new Set(ids);
  const found = findings.filter(({ id }) => wanted.has(id));
  if (found.length === 0) throw new HttpError(404, { code: 'finding-gone', message: 'This issue no longer exists.' });
  return found;
}

function idOf(finding: Finding): string {
  const { code, file, path, server, client } = finding;
  const told = [code, file, path, server, client, describe(finding).message];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16);
}
