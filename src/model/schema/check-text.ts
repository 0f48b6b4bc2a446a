import type { SchemaMap } from './schema-map.ts';

export function checkText(value: string, schema: SchemaMap): string[] {
  const { minLength, maxLength, pattern, format } = schema;
  const messages: string[] = [];
  // JSON Schema counts code points, not UTF-16 units.
  const { length } = Array.from(value);
  if (typeof minLength === 'number' && length < minLength)
    messages.push(`This needs at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}.`);
  if (typeof maxLength === 'number' && length > maxLength)
    messages.push(`This takes at most ${maxLength} ${maxLength === 1 ? 'character' : 'characters'}; it has ${length}.`);
  if (typeof pattern === 'string' && matches(value, pattern) === false) messages.push(`This must match ${pattern}`);
  const wrong = typeof format === 'string' ? checkFormat(value, format) : undefined;
  if (wrong !== undefined) messages.push(wrong);
  return messages;
}

/** Longer texts are not matched against untrusted patterns. */
const LONGEST = 2000;

/** Undefined if it cannot be decided here: the pattern is invalid, or could block the page with backtracking. */
function matches(value: string, pattern: string): boolean | undefined {
  if (value.length > LONGEST || isRisky(pattern)) return undefined;
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return undefined;
  }
}

/** Nested quantifiers and backreferences can take exponential time. */
function isRisky(pattern: string): boolean {
  return /\([^()]*[*+}][^()]*\)[*+{]/.test(pattern) || /\)[*+{][^)]*\)[*+{]/.test(pattern) || /\\[1-9]/.test(pattern);
}

const formats: Readonly<Record<string, readonly [fits: (text: string) => boolean, like: string]>> = {
  email: [(text) => /^[^\s@]+@[^\s@]+$/.test(text), 'an e-mail address such as ada@example.org'],
  uri: [(text) => /^[A-Za-z][\w+.-]*:\S+$/.test(text), 'an address such as https://example.org'],
  url: [(text) => URL.canParse(text), 'an address such as https://example.org'],
  date: [(text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDate(text), 'a date such as 2026-11-16'],
  'date-time': [
    (text) => /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.test(text) && isDate(text),
    'a time such as 2026-11-16T09:30:00Z',
  ],
  time: [(text) => /^\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?$/.test(text), 'a time such as 09:30:00Z'],
  uuid: [(text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text), 'a UUID'],
  ipv4: [
    (text) => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256),
    'an address such as 192.0.2.1',
  ],
};

function checkFormat(value: string, format: string): string | undefined {
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return !known || known[0](value) ? undefined : `This must be ${known[1]}.`;
}

function isDate(text: string): boolean {
  const time = new Date(text.replace(' ', 'T'));
  // February 30th becomes a day of March.
  return (
    !Number.isNaN(time.getTime()) &&
    Number(text.slice(8, 10)) <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
  );
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
