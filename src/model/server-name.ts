export const maxNameLength = 100;

export type NameFlaw = 'empty' | 'too-long' | 'characters';

/** Why a server name is invalid, if it is. Names such as `__proto__` are valid. */
export function nameFlaw(name: string): NameFlaw | undefined {
  if (name === '') return 'empty';
  if (name.length > maxNameLength) return 'too-long';
  return /^[A-Za-z0-9_.-]+$/.test(name) ? undefined : 'characters';
}

/** The stricter rule for names created on the page. */
export function isPlainName(name: string): boolean {
  return nameFlaw(name) === undefined && /^[a-z0-9_-]+$/.test(name);
}
