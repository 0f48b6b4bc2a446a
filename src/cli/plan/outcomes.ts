import { readDocument } from '../../clients/read-document.ts';
import type { CopyOptions } from '../../manage/copy.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import type { Host } from '../../model/host.ts';
import { parseFile } from '../../store/read/parsed-texts.ts';
import type { Plan } from '../../store/write/plan.ts';

/** Servers that are wanted in several places. */
export interface Wanted {
  readonly names: readonly string[];
  readonly targets: readonly Target[];
  readonly conflict: NonNullable<CopyOptions['conflict']>;
}

/** What becomes of one of them in one place. */
export interface Outcome {
  readonly name: string;
  /** What it is called there. */
  readonly as: string;
  /** Such as `codex:user`. */
  readonly target: string;
  readonly outcome: 'written' | 'skipped' | 'refused';
}

/** What a plan makes of servers, told by what their files would hold. */
export async function outcomesOf(host: Host, plan: Plan, { names, targets, conflict }: Wanted): Promise<Outcome[]> {
  // Otherwise there is nothing to be left out or called differently.
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

/** Names that a file has after a plan and did not have before. */
async function addedNames(host: Host, plan: Plan, target: Target): Promise<string[]> {
  const { client, place, path, revision } = await new PlanDraft(host, '').open(target);
  const namesIn = (source: string): string[] =>
    readDocument(client, parseFile(host, path, revision.format, source).value, place).map(({ name }) => name);
  const change = plan.changes.find((one) => one.path === path);
  const before = new Set(namesIn(change?.before ?? revision.document.text));
  return change?.after === undefined ? [] : namesIn(change.after).filter((name) => !before.has(name));
}
