import { Hono } from 'hono';
import { catalogId } from '../../model/origin.ts';
import { version } from '../../model/version.ts';
import { listHistory } from '../../store/journal/history.ts';
import type { ApiContext } from '../api-context.ts';
import type { Overview } from '../contract/overview.ts';
import type { ServerRow, ServersAnswer } from '../contract/servers.ts';
import { historyView } from '../views/history-view.ts';
import { issueSummary } from '../views/issue-summary.ts';
import { clientName } from '../views/servers/entry-view.ts';
import { serverRows } from '../views/servers/server-rows.ts';
import { snapshotOf } from '../views/snapshot.ts';
import { pathView } from '../views/words.ts';

const RECENT = 5;
const TOP = 5;

/** `GET /api/overview` */
export function overviewRoutes(api: ApiContext): Hono {
  const { host } = api;
  return new Hono().get('/overview', async (context) => {
    const [snapshot, history] = await Promise.all([snapshotOf(api), listHistory(host)]);
    const { servers: rows, places } = serverRows(api, snapshot);
    const inCatalog = rows.filter((row) => row.places.some((at) => places[at]?.client === catalogId)).length;
    const findings = snapshot.machine.findings.filter(({ severity }) => severity !== 'info');
    const answer: Overview = {
      project: pathView(host.cwd, host),
      version,
      servers: rows.length,
      statuses: countBy(rows.map(({ status }) => status.name)),
      clients: clientsIn(rows, places),
      isFirstRun: inCatalog === 0,
      inCatalog,
      differing: rows.filter(({ differs }) => differs).length,
      pendingApprovals: rows.filter(({ status }) => status.name === 'needs-approval').length,
      tokens: tokensIn(rows),
      recent: history.slice(0, RECENT).map((entry) => historyView(entry, host)),
      issues: issueSummary(findings, host),
    };
    return context.json(answer);
  });
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** Our own catalog is not a client. */
function clientsIn(rows: readonly ServerRow[], places: ServersAnswer['places']): Overview['clients'] {
  const counts = countBy(rows.flatMap((row) => [...new Set(row.places.map((at) => places[at]?.client ?? ''))]));
  return Object.entries(counts)
    .filter(([id]) => id !== catalogId)
    .map(([id, servers]) => ({ id, name: clientName(id), servers }))
    .toSorted((a, b) => b.servers - a.servers || (a.name < b.name ? -1 : 1));
}

function tokensIn(rows: readonly ServerRow[]): Overview['tokens'] {
  const known = rows.flatMap(({ name, tokens, status }) =>
    tokens === undefined || status.name === 'off' ? [] : [{ name, tokens }],
  );
  const top = known.toSorted((a, b) => b.tokens - a.tokens).slice(0, TOP);
  return { total: known.reduce((sum, { tokens }) => sum + tokens, 0), top };
}
