import { readDocument } from '../../clients/read-document.ts';
import type { CopyOptions } from '../../manage/copy.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import type { Host } from '../../model/host.ts';
import { parseFile } from '../../store/read/parsed-texts.ts';
import type { Plan } from '../../store/write/plan.ts';

/** Servers to write to several places. */
export interface Wanted {
  readonly names: readonly string[];
  readonly targets: readonly Target[];
  readonly conflict: NonNullable<CopyOptions['conflict']>;
}

/** Outcome for one server in one place. */
export interface Outcome {
  readonly name: string;
  /** Its name there. */
  readonly as: string;
  /** For example `codex:user`. */
  readonly target: string;
  readonly outcome: 'written' | 'skipped' | 'refused';
}

/** Derives outcomes from the planned file contents. */
export async function outcomesOf(host: Host, plan: Plan, { names, targets, conflict }: Wanted): Promise<Outcome[]> {
  // Otherwise nothing can be left out or renamed.
  const inDoubt = plan.unwritten.length > 0 || conflict === 'skip' || conflict === 'rename';
  const found = targets.map(async (target): Promise<Outcome[]> => {
    const added = inDoubt ? await addedNames(host, plan, target) : [];
    return names.map((name) => {
      const as = added.includes(name) || conflict !== 'rename' ? name : (added[0] ?? name);
      return { name, as, target: nameOf(target), outcome: outcomeOf(name, as, target) };
    });

    function outcomeOf(name: string, as: string, { client }: Target): Outcome['outcome'] {
      if (added.includes(as)) return 'written';
      const left = plan.unwritten.filter((one) => one.client === client.id);
      if (left.some(({ server }) => server === name || conflict === 'rename')) return 'refused';
      return conflict === 'skip' ? 'skipped' : 'written';
    }
  });
  return (await Promise.all(found)).flat();
}

/** Names that a file gains through a plan. */
async function addedNames(host: Host, plan: Plan, target: Target): Promise<string[]> {
  const { client, place, path, revision } = await new PlanDraft(host, '').open(target);
  const namesIn = (source: string): string[] =>
    readDocument(client, parseFile(host, path, revision.format, source).value, place).map(({ name }) => name);
  const change = plan.changes.find((one) => one.path === path);
  const before = new Set(namesIn(change?.before ?? revision.document.text));
  return change?.after === undefined ? [] : namesIn(change.after).filter((name) => !before.has(name));
}
