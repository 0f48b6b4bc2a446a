import { groupBy } from '../../discovery/group-by.ts';
import { variableFor } from '../../manage/secrets/variable-name.ts';
import { type Leaf, textsIn } from '../../model/diagnostics/texts.ts';
import type { Host } from '../../model/host.ts';
import { hasVariable } from '../../model/reference.ts';
import { type PlainSecret, secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, isMap, type Path, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { expandsIn } from '../expansion.ts';
import { type Narrowing, respellFix } from '../fixes.ts';
import { issueOn } from '../issue.ts';
import type { Check, Issue, Fix, Subject } from '../types.ts';

/** Reports secrets in plain text, also in disabled and shadowed entries. */
export const plainSecrets: Check = ({ host, clients, entries }) => {
  const merged = new Set(clients.flatMap(({ names }) => names.flatMap((verdict) => verdict.merged ?? [])));
  return entries.flatMap((subject) => {
    const secrets = secretsIn(subject.entry.server);
    if (secrets.length === 0) return [];
    const place = {
      leaves: groupBy(textsIn(subject.entry.native), ({ text }) => text),
      isNarrow: secrets.length > FEW,
    };
    const others = merged.has(subject.entry) ? undefined : groupBy(secrets, ({ text }) => text);
    return secrets.map((found) => judge(host, subject, found, { ...place, others: others?.get(found.text) }));
  });
};

/** With more secrets in one entry, writing the whole entry for each of them takes too long. */
const FEW = 8;

interface Beside {
  /** The strings of the entry as written. */
  readonly leaves: ReadonlyMap<string, readonly Leaf[]>;
  /** Occurrences of the same secret in that entry that can be fixed. */
  readonly others: readonly PlainSecret[] | undefined;
  readonly isNarrow: boolean;
}

function judge(host: Host, subject: Subject, found: PlainSecret, { leaves, others, isNarrow }: Beside): Issue {
  const { path, name, text } = found;
  const key = path.at(-1);
  const isAnywhere = typeof key === 'number' || path.length < 2;
  const at = leaves.get(text)?.find((leaf) => isAnywhere || leaf.path.at(-1) === key)?.path ?? [];
  const fix = others && referenceFix(host, subject, found, others, isNarrow);
  const { client, scope } = subject.entry;
  const evidence = expandsIn(client, String(path[0]), scope) || fix ? [] : [`${client.name} expands no reference here`];
  return issueOn(subject, 'plain-secret', { name }, { at, evidence, fix });
}

/** Fields that must be written together with the changed one. */
const together: Readonly<Record<string, readonly string[]>> = {
  args: ['command', 'args'],
  url: ['url', 'transport'],
};

/** Replaces the secret with a reference, where the client expands it. */
export function referenceFix(
  host: Host,
  subject: Subject,
  found: PlainSecret,
  all: readonly PlainSecret[],
  isNarrow: boolean,
): Fix | undefined {
  const { path, text, secret } = found;
  const { entry } = subject;
  const field = String(path[0]);
  if (secret === undefined || field === 'extras' || hasVariable(text)) return undefined;
  const variable = variableFor(entry.name, found);
  if (sharesVariable(entry.name, found, variable, all)) return undefined;
  const fields = together[field] ?? [field];
  const refer = (value: string): string => value.replace(secret, () => `\${${variable}}`);
  const change = (server: Server): Server => withText(server as ValueMap, path, refer);
  const title = `Take it from ${variable}, which you have to set`;
  return respellFix(host, subject, title, fields, change, isNarrow ? narrowed(path, refer(text)) : undefined);
}

/** Variables, headers and arguments are written one by one, so that each of thousands can be tried without the others. */
function narrowed([field, key]: Path, text: string): Narrowing | undefined {
  if (field === 'args' && typeof key === 'number')
    return { field: `args.${key}`, changed: (server) => ({ ...server, args: [text] }) };
  if ((field !== 'env' && field !== 'headers') || typeof key !== 'string') return undefined;
  const only: Record<string, string> = {};
  setOwn(only, key, text);
  return { field: `${field}.${key}`, changed: (server) => ({ ...server, [field]: only }) };
}

/** Two secrets in one argument would become the same variable. */
function sharesVariable(name: string, found: PlainSecret, variable: string, all: readonly PlainSecret[]): boolean {
  return all.some((other) => other.secret !== found.secret && variableFor(name, other) === variable);
}

function withText(map: ValueMap, [step, ...rest]: Path, change: (text: string) => string): ValueMap {
  const key = String(step);
  const copy: ValueMap = {};
  for (const [one, value] of Object.entries(map)) setOwn(copy, one, value);
  setOwn(copy, key, changed(getOwn(map, key), rest, change));
  return copy;
}

function changed(value: Value | undefined, rest: Path, change: (text: string) => string): Value {
  const [step] = rest;
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? changed(item, rest.slice(1), change) : item));
  return isMap(value) ? withText(value, rest, change) : (value ?? null);
}
