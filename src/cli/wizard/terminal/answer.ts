/** Go back one step. */
export const BACK: unique symbol = Symbol('back');
/** Cancel the wizard. */
export const STOP: unique symbol = Symbol('stop');

/** The result of a question. */
export type Answer<T> = T | typeof BACK | typeof STOP;

export function isAnswered<T>(answer: Answer<T>): answer is T {
  return answer !== BACK && answer !== STOP;
}
