import { Hono } from 'hono';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { type HistoryDetails, listHistory, readHistory } from '../../store/journal/history.ts';
import { planUndo } from '../../store/journal/undo.ts';
import { isStateFile } from '../../store/state/places.ts';
import type { ApiContext } from '../api-context.ts';
import type { HistoryAnswer, HistoryDetail } from '../contract/history.ts';
import type { FileView } from '../contract/plans.ts';
import { fileView } from '../views/file-view.ts';
import { historyView } from '../views/history-view.ts';
import { pathView } from '../views/words.ts';

/** `GET /api/history`, `GET /api/history/:id` */
export function historyRoutes({ host }: ApiContext): Hono {
  return new Hono()
    .get('/history', async (context) => {
      const answer: HistoryAnswer = (await listHistory(host)).map((entry) => historyView(entry, host));
      return context.json(answer);
    })
    .get('/history/:id', async (context) => {
      const entry = await readHistory(host, context.req.param('id'));
      const conflict = await conflictOf(entry, host);
      const answer: HistoryDetail = {
        ...historyView(entry, host),
        diffs: await diffsOf(entry, host),
        ...(conflict !== undefined && { conflict }),
      };
      return context.json(answer);
    });
}

async function diffsOf({ files, before, after }: HistoryDetails, host: Host): Promise<FileView[]> {
  const shown = [...files.entries()].filter(([, { path }]) => !isStateFile(host, path));
  return Promise.all(
    shown.map(async ([index, { path, change }]): Promise<FileView> => {
      const [old, now] = [before[index], after[index]];
      if (now !== undefined || change === 'deleted') return fileView({ path, before: old, after: now }, host);
      const summary = 'The content after this change is no longer available';
      return { file: pathView(path, host), change, hunks: [], summary, clients: [] };
    }),
  );
}

async function conflictOf({ id, undoneBy }: HistoryDetails, host: Host): Promise<string | undefined> {
  if (undoneBy !== undefined) return 'It was already undone.';
  try {
    await planUndo(host, id);
    return undefined;
  } catch (error) {
    if (!(error instanceof PlugboardError)) throw error;
    if (error.code !== 'conflict') return error.message;
    const { path } = (error as PlugboardError<'conflict'>).data;
    return `${pathView(path, host).short} changed since; restoring it would discard that change too.`;
  }
}
