/** Titles of changes begin like the commands that make them; on the page they stand alone. */
export function sentence(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
