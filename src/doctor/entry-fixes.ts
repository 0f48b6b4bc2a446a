import { demands } from '../clients/demands.ts';
import type { ClientId } from '../clients/registry.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import { isMap, sameValue, type Value } from '../model/value.ts';
import { type Change, fixOnce, respellFix, updateFix } from './fixes.ts';
import { shapeOfEntry } from './issue.ts';
import type { Fix, Subject } from './types.ts';

type FixFor<C extends Diagnostic['code']> = (
  host: Host,
  subject: Subject,
  issue: Extract<Diagnostic, { code: C }>,
) => Fix | undefined;

/** Fixes for diagnostics of an entry, by code. */
const fixes: { readonly [C in Diagnostic['code']]?: FixFor<C> } = {
  'reference-unexpanded': (host, subject, issue) => {
    const field = fieldOf(subject, issue);
    const title = `Name the variable in the way of ${subject.entry.client.name}`;
    if (field === undefined) return undefined;
    return fixOnce(subject.entry, `expand ${field}`, () => respellFix(host, subject, title, [field]));
  },
  'wrong-type': (host, subject, issue) => {
    const { server } = subject.entry;
    // The intended value of a list of variables is unknown.
    if (fieldOf(subject, issue) === 'env' && isMap(server.env))
      return fixOnce(subject.entry, 'texts', () => updateFix(host, subject, 'Write the values as texts', envAsTexts));
    const { expected } = issue.args;
    return keyOf(subject, issue) === 'command' && expected === 'array' ? commandAsList(host, subject) : undefined;
  },
  'type-missing': (host, subject, { path, args }) => {
    const isUnderAnotherKey = (path?.length ?? 0) > subject.entry.path.length;
    const title = isUnderAnotherKey ? `Call it "${args.key}"` : 'Add the type';
    return respellFix(host, subject, title, ['transport'], withType);
  },
  'type-rejected': (host, subject) =>
    respellFix(host, subject, 'Write the type in the word of the client', ['transport']),
  'key-missing': (host, subject, { args }) => {
    const needed = demands[subject.entry.client.id as ClientId]?.needed?.find(({ key }) => key === args.key);
    return needed && respellFix(host, subject, `Add "${args.key}"`, [needed.field]);
  },
  'key-ignored': (host, subject, { args: { key } }) => {
    const isForeign = demands[subject.entry.client.id as ClientId]?.foreign?.includes(key) ?? false;
    return isForeign ? inOwnWords(host, subject, key) : undefined;
  },
};

export function entryFix(host: Host, subject: Subject, issue: Diagnostic): Fix | undefined {
  // The table pairs each code with its own diagnostic, which TypeScript cannot follow through the lookup.
  const fix = fixes[issue.code] as FixFor<Diagnostic['code']> | undefined;
  return fix?.(host, subject, issue);
}

function keyOf({ entry: { path } }: Subject, issue: Diagnostic): unknown {
  return issue.path?.[path.length];
}

function fieldOf(subject: Subject, issue: Diagnostic): string | undefined {
  const key = String(keyOf(subject, issue));
  return shapeOfEntry(subject.entry).lenses.find(({ keys }) => keys.includes(key))?.fields[0];
}

/** Numbers and booleans written as shell strings. */
const envAsTexts: Change = (server) => {
  const texts = Object.entries<Value>(server.env ?? {}).map(([name, value]) => [
    name,
    isScalar(value) ? `${value}` : value,
  ]);
  return { ...server, env: Object.fromEntries(texts) as Record<string, string> };
};

function isScalar(value: Value): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** Only if splitting the line into words is unambiguous. */
function commandAsList(host: Host, subject: Subject): Fix | undefined {
  const { command } = subject.entry.native;
  if (typeof command !== 'string' || /["'\\]/.test(command)) return undefined;
  return respellFix(host, subject, 'Make it a list', ['command', 'args'], (server) => {
    const [program = '', ...rest] = (server.command ?? '').trim().split(/\s+/);
    return { ...server, command: program, args: [...rest, ...(server.args ?? [])] };
  });
}

/** By the last URL segment, if nothing else determines it. */
function withType(server: Server): Server {
  if (server.transport !== undefined || typeof server.url !== 'string') return server;
  return { ...server, transport: /\/sse\/?(?:[?#]|$)/i.test(server.url) ? 'sse' : 'http' };
}

/** Rewrites the value in the client's syntax, unless the client's key has another value. */
function inOwnWords(host: Host, subject: Subject, key: string): Fix | undefined {
  const { client, native, server } = subject.entry;
  if (!sameValue(server[key] as Value | undefined, native[key])) return undefined;
  const title = `Write it in the way of ${client.name}`;
  if (key === 'type') return respellFix(host, subject, title, ['type'], withoutType);
  return respellFix(host, subject, title, key === 'args' ? ['command', 'args'] : [key]);
}

/** The transport follows from the other keys. */
function withoutType({ type: _, ...server }: Server): Server {
  return server;
}
