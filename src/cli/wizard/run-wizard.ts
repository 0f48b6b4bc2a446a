import { type Desk, withTaken } from './desk.ts';
import type { Draft } from './draft.ts';
import { BACK, STOP } from './terminal/answer.ts';
import { nextStep, previousStep, type Step } from './walk.ts';

/** Asks everything that is not known yet. Undefined when the person wants out. */
export async function runWizard(steps: readonly Step<Desk>[], start: Draft, desk: Desk): Promise<Draft | undefined> {
  /** For each step, what wipes out its question and those after it. */
  const wipes = new Map<number, () => void>();
  let draft = await withTaken(start, desk.host);
  let at = nextStep(steps, draft, -1);
  for (let step = steps[at]; step; step = steps[at]) {
    wipes.set(at, desk.questions.mark());
    const answer = await step.ask(draft, desk);
    if (answer === STOP) return undefined;
    if (answer === BACK) {
      at = previousStep(steps, draft, at);
      if (at === -1) return undefined;
      wipes.get(at)?.();
    } else {
      draft = await withTaken(answer, desk.host);
      at = nextStep(steps, draft, at);
    }
  }
  return draft;
}
