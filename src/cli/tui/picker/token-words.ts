/** The context cost of tools as text. */
export function tokenWords(tokens: number): string {
  return `about ${tokens.toLocaleString('en')} tokens`;
}
