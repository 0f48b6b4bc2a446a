import type { Draft, Topic } from './draft.ts';
import type { Answer } from './questions.ts';

/** One question, or a few related ones. `D` is the context of the prompts. */
export interface Step<D> {
  readonly topic: Topic;
  /** Whether the step has a question for this draft. */
  applies(draft: Draft): boolean;
  ask(draft: Draft, context: D): Promise<Answer<Draft>>;
}

type Asked = Pick<Step<never>, 'topic' | 'applies'>;

/** The index of the next step with a question; the number of steps if there is none. */
export function nextStep(steps: readonly Asked[], draft: Draft, from: number): number {
  const found = steps.findIndex((step, index) => index > from && isOpen(step, draft));
  return found === -1 ? steps.length : found;
}

/** The index of the previous step with a question; -1 if there is none. */
export function previousStep(steps: readonly Asked[], draft: Draft, from: number): number {
  return steps.findLastIndex((step, index) => index < from && isOpen(step, draft));
}

function isOpen({ topic, applies }: Asked, draft: Draft): boolean {
  return !draft.known.has(topic) && applies(draft);
}
