import type { Draft } from './draft.ts';
import { BACK, STOP } from './questions.ts';
import { nextStep, previousStep, type Step } from './step.ts';
import { type WizardContext, withTaken } from './wizard-context.ts';

/** Asks all open questions. Returns undefined if the user cancels. */
export async function runWizard(
  steps: readonly Step<WizardContext>[],
  start: Draft,
  context: WizardContext,
): Promise<Draft | undefined> {
  /** For each step, a function that erases its question and all later ones from the screen. */
  const clearFrom = new Map<number, () => void>();
  let draft = await withTaken(start, context.host);
  let at = nextStep(steps, draft, -1);
  for (let step = steps[at]; step; step = steps[at]) {
    clearFrom.set(at, context.questions.mark());
    const answer = await step.ask(draft, context);
    if (answer === STOP) return undefined;
    if (answer === BACK) {
      at = previousStep(steps, draft, at);
      if (at === -1) return undefined;
      clearFrom.get(at)?.();
    } else {
      draft = await withTaken(answer, context.host);
      at = nextStep(steps, draft, at);
    }
  }
  return draft;
}
