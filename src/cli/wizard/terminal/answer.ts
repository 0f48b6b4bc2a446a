/** One step back. */
export const BACK: unique symbol = Symbol('back');
/** No more questions. */
export const STOP: unique symbol = Symbol('stop');

/** What a person makes of a question. */
export type Answer<T> = T | typeof BACK | typeof STOP;

export function isAnswered<T>(answer: Answer<T>): answer is T {
  return answer !== BACK && answer !== STOP;
}
