import { createHash } from 'node:crypto';
import { findClients } from '../../discovery/find-clients.ts';
import { examine } from '../../doctor/examine.ts';
import type { Examination, Issue } from '../../doctor/types.ts';
import { describe } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import type { ApiContext } from '../api-context.ts';
import { HttpError } from '../http-error.ts';
import { perContext } from '../per-context.ts';
import { cachedRead } from '../views/cached-read.ts';

export type NumberedIssue = Issue & { readonly id: string };

export type Examined = Omit<Examination, 'issues'> & { readonly issues: readonly NumberedIssue[] };

/** The issues, each with a stable ID. Examines again when a file has changed. */
export const examinedOf = perContext(({ host }) => cachedRead(host, examineHere));

async function examineHere(host: Host): Promise<Examined> {
  const [{ issues, ...counts }, found] = await Promise.all([examine(host), findClients(host)]);
  const absent = new Set(found.filter(({ installed }) => !installed).map(({ client }) => client.id));
  return {
    ...counts,
    issues: issues.map((issue) => {
      // Nothing is broken for a client that is not here, so it is only mentioned.
      const isMinor = issue.client !== undefined && issue.client !== catalogId && absent.has(issue.client);
      return Object.assign(issue, { id: idOf(issue), ...(isMinor && { severity: 'info' as const }) });
    }),
  };
}

/** The current issues with these IDs. */
export async function issuesById(api: ApiContext, ids: readonly string[]): Promise<NumberedIssue[]> {
  const { issues } = await examinedOf(api)();
  const wanted = new Set(ids);
  const found = issues.filter(({ id }) => wanted.has(id));
  if (found.length === 0) throw new HttpError(404, { code: 'issue-gone', message: 'This issue no longer exists.' });
  return found;
}

function idOf(issue: Issue): string {
  const { code, file, path, server, client } = issue;
  const told = [code, file, path, server, client, describe(issue).message];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16);
}
