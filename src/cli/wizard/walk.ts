import type { Draft, Topic } from './draft.ts';
import type { Answer } from './terminal/answer.ts';

/** One question, or a few that belong together. `D` is what it needs to ask. */
export interface Step<D> {
  readonly topic: Topic;
  /** Whether there is something to ask. */
  applies(draft: Draft): boolean;
  ask(draft: Draft, desk: D): Promise<Answer<Draft>>;
}

type Asked = Pick<Step<never>, 'topic' | 'applies'>;

/** Index of the next step with something to ask; the number of steps when there is none. */
export function nextStep(steps: readonly Asked[], draft: Draft, from: number): number {
  const found = steps.findIndex((step, index) => index > from && isOpen(step, draft));
  return found === -1 ? steps.length : found;
}

/** Index of the step before with something to ask; -1 when this is the first. */
export function previousStep(steps: readonly Asked[], draft: Draft, from: number): number {
  return steps.findLastIndex((step, index) => index < from && isOpen(step, draft));
}

function isOpen({ topic, applies }: Asked, draft: Draft): boolean {
  return !draft.known.has(topic) && applies(draft);
}
