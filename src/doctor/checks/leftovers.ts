import type { Ledger } from '../../manage/ledger/ledger-file.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { journalNames, readPending } from '../../store/journal/journal.ts';
import { recover } from '../../store/journal/recover.ts';
import { readText } from '../../store/read/read-text.ts';
import { stateFile } from '../../store/state/places.ts';
import { plannedFix } from '../fixes.ts';
import { nameList } from '../name-list.ts';
import type { Check, Issue } from '../types.ts';

/** Reports files left behind by Plugboard. */
export const leftovers: Check = async ({ host }) => [...(await interrupted(host)), ...(await staleLedgers(host))];

async function interrupted(host: Host): Promise<Issue[]> {
  const { pending } = await journalNames(host).catch(() => ({ pending: [] }));
  return Promise.all(
    pending.map(async (id) => {
      const entry = await readPending(host, id);
      const fix = {
        title: 'Finish it, or take it back',
        run: async (): Promise<void> => void (await recover(host)),
      };
      const evidence = (entry?.files ?? []).map(({ path }) => path);
      return { ...diagnostic('change-interrupted', { title: entry?.title ?? id }), evidence, fix };
    }),
  );
}

/** Ledgers of deleted files. */
async function staleLedgers(host: Host): Promise<Issue[]> {
  const directory = stateFile(host, 'ledger');
  const names = await host.fs.readDirectory(directory).catch(() => []);
  const found = await Promise.all(names.map((name) => judge(host, `${directory}/${name}`)));
  return found.flat();
}

async function judge(host: Host, file: string): Promise<Issue[]> {
  const read = await readText(host, file);
  const ledger = 'problem' in read ? undefined : parse(read.text);
  if ('problem' in read || !ledger || (await host.fs.kindOf(ledger.path)) !== undefined) return [];
  const parked = Object.keys(ledger.parked);
  const evidence = parked.length > 0 ? [`they hold the servers switched off there: ${nameList(parked)}`] : [];
  const title = `forget what was put into ${ledger.path}`;
  const fix = plannedFix(host, 'Remove the notes', async (on) => {
    const draft = new PlanDraft(on, title);
    await draft.set(file, undefined);
    return draft.plan();
  });
  return [{ ...diagnostic('ledger-stale', { path: ledger.path }, { file }), evidence, fix }];
}

function parse(text: string): Ledger | undefined {
  try {
    const ledger = JSON.parse(text) as Partial<Ledger>;
    return typeof ledger.path === 'string' && ledger.parked ? (ledger as Ledger) : undefined;
  } catch {
    return undefined;
  }
}
