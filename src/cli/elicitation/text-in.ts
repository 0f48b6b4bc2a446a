/** A text of a question, which may hold anything. */
export function textIn(question: Readonly<Record<string, unknown>>, name: string): string {
  const value = question[name];
  return typeof value === 'string' ? value : '';
}
