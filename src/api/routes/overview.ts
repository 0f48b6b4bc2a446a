import { Hono } from 'hono';
import { catalogId } from '../../model/origin.ts';
import { version } from '../../model/version.ts';
import { listHistory } from '../../store/history.ts';
import type { Overview } from '../contract/overview.ts';
import type { ServerRow } from '../contract/servers.ts';
import type { Desk } from '../desk.ts';
import { clientName } from '../views/entry-view.ts';
import { historyView } from '../views/history-view.ts';
import { machineOf } from '../views/machine.ts';
import { serverRows } from '../views/server-rows.ts';
import { findingView, pathView } from '../views/words.ts';

const RECENT = 5;
const TOP = 5;

/** `GET /api/overview` */
export function overviewRoutes(desk: Desk): Hono {
  const { host } = desk;
  return new Hono().get('/overview', async (context) => {
    const [machine, rows, history] = await Promise.all([machineOf(desk)(), serverRows(desk), listHistory(host)]);
    const inCatalog = rows.filter(({ clients }) => clients.some(({ id }) => id === catalogId)).length;
    const findings = machine.findings.filter(({ severity }) => severity !== 'info');
    const answer: Overview = {
      project: pathView(host.cwd, host),
      version,
      servers: rows.length,
      statuses: countBy(rows.map(({ status }) => status.name)),
      clients: clientsIn(rows),
      isFirstRun: inCatalog === 0,
      inCatalog,
      differing: rows.filter(({ differs }) => differs).length,
      pendingApprovals: rows.filter(({ status }) => status.name === 'needs-approval').length,
      tokens: tokensIn(rows),
      recent: history.slice(0, RECENT).map((entry) => historyView(entry, host)),
      findings: findings.map((finding) => findingView(finding, host)),
    };
    return context.json(answer);
  });
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** Our own catalog is no client. */
function clientsIn(rows: readonly ServerRow[]): Overview['clients'] {
  const counts = countBy(rows.flatMap(({ clients }) => clients.map(({ id }) => id)));
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
