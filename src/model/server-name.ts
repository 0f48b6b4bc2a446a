export const maxNameLength = 100;

export type NameIssue = 'empty' | 'too-long' | 'characters';

/** Why a server name is invalid, if it is. Names such as `__proto__` are valid. */
export function nameIssue(name: string): NameIssue | undefined {
  if (name === '') return 'empty';
  if (name.length > maxNameLength) return 'too-long';
  return /^[A-Za-z0-9_.-]+$/.test(name) ? undefined : 'characters';
}

/** The stricter rule for names created on the page. */
export function isPlainName(name: string): boolean {
  return nameIssue(name) === undefined && /^[a-z0-9_-]+$/.test(name);
}

/**
 * A server name as one segment of a path. Browsers resolve `.` and `..`, also when they are encoded, so these names get a
 * `~` in front, and so do names that already look like that.
 */
export function nameInPath(name: string): string {
  return encodeURIComponent(dots.test(name) ? `~${name}` : name);
}

/** The name of a decoded segment that `nameInPath` made. */
export function nameFromPath(segment: string): string {
  return segment.startsWith('~') && dots.test(segment) ? segment.slice(1) : segment;
}

const dots = /^~*\.{1,2}$/;

let collator: Intl.Collator | undefined;

/** The order in which names are listed: without regard to case, numbers by value. Never 0 for different names. */
export function compareNames(a: string, b: string): number {
  // Made late, because creating it takes time.
  collator ??= new Intl.Collator('en', { numeric: true });
  // It ignores some characters, such as control characters.
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}
