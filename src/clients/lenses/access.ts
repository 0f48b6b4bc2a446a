import { because } from '../../model/diagnostics/loss.ts';
import { splitReferences } from '../../model/reference.ts';
import type { Auth, Server } from '../../model/server.ts';
import { isMap, sameValue, setOwn, type Value } from '../../model/value.ts';
import type { EntryReader, EntryWriter, Lens } from '../types.ts';
import { takeList, takeMap } from './take-kind.ts';

/** Lists of allowed and denied tools. */
export function toolLists(keys: { readonly allow?: string; readonly deny?: string }): Lens {
  const sides = ['allow', 'deny'] as const;
  return {
    fields: ['tools'],
    keys: Object.values(keys),
    read(entry, server) {
      for (const side of sides) {
        const key = keys[side];
        const value = key === undefined ? undefined : entry.take(key);
        if (value !== undefined) server.tools = { ...server.tools, [side]: value as string[] };
      }
    },
    write(server, entry) {
      for (const side of sides) {
        const names = server.tools?.[side];
        const key = keys[side];
        if (names !== undefined && key !== undefined) entry.put(key, names);
        else if (names !== undefined) entry.reportLoss(`tools.${side}`, 'dropped', because('no-tool-list', side));
      }
    },
  };
}

type AuthPaths = Readonly<Record<string, readonly [string, ...string[]]>>;

/** OAuth settings at the client's paths. */
export function oauth(
  paths: AuthPaths,
  options: { readonly scopesAsText?: boolean; readonly marker?: readonly [string, Value] } = {},
): Lens {
  return {
    fields: ['auth'],
    keys: [
      ...new Set([...Object.values(paths).map((path) => path[0]), ...(options.marker ? [options.marker[0]] : [])]),
    ],
    read(entry, server) {
      const auth: Auth = { type: 'oauth' };
      const [key, mark] = options.marker ?? [];
      const marked = key !== undefined && sameValue(entry.peek(key), mark);
      if (marked) entry.take(key);
      for (const [field, path] of Object.entries(paths)) {
        const value = entry.take(...path);
        if (value === undefined) continue;
        const split = field === 'scopes' && options.scopesAsText && typeof value === 'string';
        auth[field] = split ? value.split(/\s+/).filter(Boolean) : entry.canonical(value);
      }
      if (marked || Object.keys(auth).length > 1) server.auth = auth;
    },
    write(server, entry) {
      if (!isMap(server.auth)) return;
      const { type: _, ...fields } = server.auth as Auth;
      if (options.marker) entry.put(options.marker[0], options.marker[1]);
      else if (Object.keys(fields).length === 0) entry.reportLoss('auth', 'mapped', because('signs-in-by-itself'));
      for (const [field, value] of Object.entries(fields))
        writeAuthField(field, value as Value, paths, options.scopesAsText === true, entry);
    },
  };
}

function writeAuthField(
  field: string,
  value: Value,
  paths: AuthPaths,
  scopesAsText: boolean,
  entry: EntryWriter,
): void {
  const path = Object.hasOwn(paths, field) ? paths[field] : undefined;
  if (!path) return entry.reportLoss(`auth.${field}`, 'dropped', because('no-such-setting'));
  const text =
    field === 'scopes' && scopesAsText && Array.isArray(value)
      ? value.filter((one) => typeof one === 'string').join(' ')
      : value;
  entry.put(path, entry.native(text, `auth.${field}`));
}

interface HeaderKeys {
  readonly literal: string;
  /** Key of a map from header name to variable name. */
  readonly byVariable?: string;
  /** Key of the variable that is sent as `Authorization: Bearer …`. */
  readonly bearer: string;
}

/** Headers of a client that takes variable names instead of expanding references. */
export function headersByVariable(keys: HeaderKeys): Lens {
  return {
    fields: ['headers'],
    keys: [keys.literal, keys.bearer, ...(keys.byVariable ? [keys.byVariable] : [])],
    read(entry, server) {
      const headers: Record<string, Value> = {};
      copy(entry, keys.literal, headers, (value) => entry.canonical(value));
      if (keys.byVariable)
        copy(entry, keys.byVariable, headers, (name) => (typeof name === 'string' ? `\${${name}}` : name));
      const bearer = entry.take(keys.bearer);
      if (typeof bearer === 'string') headers['Authorization'] = `Bearer \${${bearer}}`;
      else if (bearer !== undefined) entry.reportType([keys.bearer], 'string', bearer);
      if (Object.keys(headers).length > 0) server.headers = headers as Record<string, string>;
    },
    write(server, entry) {
      const literal: Record<string, Value> = {};
      const byVariable: Record<string, Value> = {};
      for (const [name, value] of Object.entries(server.headers ?? {})) {
        const bearer =
          name.toLowerCase() === 'authorization'
            ? onlyVariable(value.replace(/^Bearer /, ''), value.startsWith('Bearer '))
            : undefined;
        const variable = onlyVariable(value, keys.byVariable !== undefined);
        if (bearer !== undefined) entry.put(keys.bearer, bearer);
        else if (variable !== undefined) setOwn(byVariable, name, variable);
        else {
          const native = entry.native(value, `headers.${name}`);
          if (native !== undefined) setOwn(literal, name, native);
        }
      }
      if (Object.keys(literal).length > 0 || isEmptyMap(server.headers)) entry.put(keys.literal, literal);
      if (keys.byVariable && Object.keys(byVariable).length > 0) entry.put(keys.byVariable, byVariable);
    },
  };
}

/** Environment of a client that lists variables to pass through instead of expanding references. */
export function envByVariable(keys: { readonly literal: string; readonly passed: string }): Lens {
  return {
    fields: ['env'],
    keys: [keys.literal, keys.passed],
    read: (entry, server) => readEnv(entry, server, keys),
    write(server, entry) {
      const literal: Record<string, Value> = {};
      const passed: string[] = [];
      for (const [name, value] of Object.entries(server.env ?? {})) {
        if (value === `\${${name}}`) {
          passed.push(name);
          continue;
        }
        const native = entry.native(value, `env.${name}`);
        if (native !== undefined) setOwn(literal, name, native);
      }
      if (Object.keys(literal).length > 0 || isEmptyMap(server.env)) entry.put(keys.literal, literal);
      if (passed.length > 0) entry.put(keys.passed, passed);
    },
  };
}

function readEnv(entry: EntryReader, server: Server, keys: { literal: string; passed: string }): void {
  const env: Record<string, Value> = {};
  copy(entry, keys.literal, env, (value) => entry.canonical(value));
  for (const [index, item] of takeList(entry, keys.passed).entries()) {
    const name = isMap(item) ? item['name'] : item;
    if (typeof name === 'string') setOwn(env, name, `\${${name}}`);
    else entry.reportType([keys.passed, index], 'string', item);
  }
  if (Object.keys(env).length > 0) server.env = env as Record<string, string>;
}

function copy(entry: EntryReader, key: string, to: Record<string, Value>, convert: (value: Value) => Value): void {
  for (const [name, value] of Object.entries(takeMap(entry, key) ?? {})) setOwn(to, name, convert(value));
}

/** The variable name, if the text is a single reference without a default. */
function onlyVariable(text: string, wanted: boolean): string | undefined {
  const [part, ...others] = wanted ? splitReferences(text) : [];
  return typeof part === 'object' && part.fallback === undefined && others.length === 0 ? part.name : undefined;
}

function isEmptyMap(value: unknown): boolean {
  return isMap(value) && Object.keys(value).length === 0;
}
