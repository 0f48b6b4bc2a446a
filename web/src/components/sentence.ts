/** Capitalizes titles of changes, which start with a lowercase verb. */
export function sentence(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
