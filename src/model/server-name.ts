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
