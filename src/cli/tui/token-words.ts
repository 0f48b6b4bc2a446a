/** How much of its context an assistant spends on the tools. */
export function tokenWords(tokens: number): string {
  return `about ${tokens.toLocaleString('en')} tokens`;
}
