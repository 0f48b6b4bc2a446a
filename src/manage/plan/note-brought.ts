import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import { wordsIn } from '../compare/brought.ts';
import type { ProjectSource } from '../project-source.ts';
import type { PlanDraft } from './plan-draft.ts';

/**
 * Records what of an entry came from someone else, whatever file it is written to: a person who decides about the plan
 * sees it unmasked. What the user added to a copy stays theirs.
 */
export async function noteBrought(draft: PlanDraft, server: Server, source: ProjectSource | undefined): Promise<void> {
  const isBrought = await draft.knowsBrought();
  const words = wordsIn(server as Value).filter(isBrought);
  const ofSource = source ? wordsIn(source.server as Value) : [];
  // Copies made by an older version, or by an earlier step of the same plan, have no record of their words.
  const isRecorded = source?.origin.copied && ofSource.some(isBrought);
  draft.bring([...words, ...(isRecorded ? ofSource.filter(isBrought) : ofSource)]);
}
