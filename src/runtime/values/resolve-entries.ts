import { isMap, setOwn } from '../../model/value.ts';
import { resolveConfigValue, type ConfigValue, type ValueOptions } from './config-value.ts';
import { secretsOfEntry } from './known-secrets.ts';
import type { ProblemList } from './problem-list.ts';

export type EntryField = 'env' | 'headers';

export interface Entries {
  readonly entries: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/** Resolves all variables or headers of a server. Unresolved ones are left out and reported. */
export async function resolveEntries(
  field: EntryField,
  written: unknown,
  options: ValueOptions,
  problems: ProblemList,
): Promise<Entries> {
  if (written === undefined) return { entries: {}, secrets: [] };
  if (!isMap(written)) {
    problems.add(field, 'it is not an object');
    return { entries: {}, secrets: [] };
  }
  const resolved = await Promise.all(
    Object.entries(written).map(async ([name, value]) => ({ name, value: await resolveEntry(value, options) })),
  );
  const entries: Record<string, string> = {};
  const secrets: string[] = [];
  for (const { name, value } of resolved) {
    const problem = 'problem' in value ? value.problem : unusable(field, name, value.text);
    if ('secrets' in value) secrets.push(...value.secrets, ...secretsOfEntry(name, value.text));
    if (problem !== undefined) problems.add(`${field}.${name}`, problem);
    else if ('text' in value) setOwn(entries, name, value.text);
  }
  return { entries, secrets };
}

async function resolveEntry(value: unknown, options: ValueOptions): Promise<ConfigValue> {
  if (typeof value === 'string') return resolveConfigValue(value, options);
  // `"PORT": 8080` is a common mistake with an obvious meaning.
  if (typeof value === 'number' || typeof value === 'boolean') return { text: String(value), secrets: [] };
  return { problem: 'it is not a string' };
}

/** Rejects values that the system or protocol would refuse, often with the value in the message. */
export function unusable(field: EntryField, name: string, value: string): string | undefined {
  if (field === 'env') {
    if (name === '' || /[=\0]/.test(name)) return 'invalid variable name';
    return value.includes('\0') ? 'it contains a character that is not allowed in a variable' : undefined;
  }
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return 'invalid header name';
  // oxlint-disable-next-line no-control-regex -- these are what a header cannot hold.
  return /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)
    ? 'it contains a character that is not allowed in a header'
    : undefined;
}
