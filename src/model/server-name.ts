export const maxNameLength = 100;

export type NameFlaw = 'empty' | 'too-long' | 'characters';

/** What is wrong with a server name, if anything. Names such as `__proto__` are ordinary. */
export function nameFlaw(name: string): NameFlaw | undefined {
  if (name === '') return 'empty';
  if (name.length > maxNameLength) return 'too-long';
  return /^[A-Za-z0-9_.-]+$/.test(name) ? undefined : 'characters';
}

/** The narrower rule for names that people create through the page. */
export function isPlainName(name: string): boolean {
  return nameFlaw(name) === undefined && /^[a-z0-9_-]+$/.test(name);
}
