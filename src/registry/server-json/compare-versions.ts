/** Orders versions: by semantic versioning where both follow it, else by their numbers. Positive if `a` is newer. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  const numbers = compareLists(first.numbers, second.numbers, (x, y) => x - y);
  if (numbers !== 0) return numbers;
  // A version with a suffix precedes the release.
  if (first.suffix.length === 0 || second.suffix.length === 0) return second.suffix.length - first.suffix.length;
  return compareLists(first.suffix, second.suffix, compareParts);
}

interface Parsed {
  readonly numbers: readonly number[];
  readonly suffix: readonly string[];
}

function parse(version: string): Parsed {
  const [, core = '', suffix = ''] = /^v?([\d.]*)(?:[-_.]?([^+]*))?/.exec(version.slice(0, 255)) ?? [];
  const numbers = core.split('.').filter(Boolean).map(Number);
  return { numbers, suffix: suffix.split('.').filter(Boolean) };
}

function compareLists<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [x, y] = [a[index], b[index]];
    if (x === undefined || y === undefined) {
      // `1.0` and `1.0.0` are equal; of two suffixes the longer one is newer.
      if (typeof (x ?? y) === 'number' && (x ?? y) === 0) continue;
      return x === undefined ? -1 : 1;
    }
    const order = compare(x, y);
    if (order !== 0) return order;
  }
  return 0;
}

function compareParts(a: string, b: string): number {
  const [x, y] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (x && y) return Number(a) - Number(b);
  if (x !== y) return x ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}
