/** Appends one step to a JSON pointer. */
export function pathStep(at: string, step: string | number): string {
  return `${at}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
