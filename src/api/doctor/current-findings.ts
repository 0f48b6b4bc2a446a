import { createHash } from 'node:crypto';
import { findClients } from '../../discovery/find-clients.ts';
import { examine } from '../../doctor/examine.ts';
import type { Examination, Finding } from '../../doctor/types.ts';
import { describe } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import type { ApiContext } from '../api-context.ts';
import { HttpError } from '../http-error.ts';
import { perContext } from '../per-context.ts';
import { cachedRead } from '../views/cached-read.ts';

export type NumberedFinding = Finding & { readonly id: string };

export type Examined = Omit<Examination, 'findings'> & { readonly findings: readonly NumberedFinding[] };

/** The issues, each with a stable ID. Examines again when a file has changed. */
export const examinedOf = perContext(({ host }) => cachedRead(host, examineHere));

async function examineHere(host: Host): Promise<Examined> {
  const [{ findings, ...counts }, found] = await Promise.all([examine(host), findClients(host)]);
  const absent = new Set(found.filter(({ installed }) => !installed).map(({ client }) => client.id));
  return {
    ...counts,
    findings: findings.map((finding) => {
      // Nothing is broken for a client that is not here, so it is only mentioned.
      const isMinor = finding.client !== undefined && finding.client !== catalogId && absent.has(finding.client);
      return Object.assign(finding, { id: idOf(finding), ...(isMinor && { severity: 'info' as const }) });
    }),
  };
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
