/** One step of a JSON pointer, as the places of findings are spelled. */
export function pathStep(at: string, step: string | number): string {
  return `${at}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
