import { because } from '../../model/diagnostics/loss.ts';
import { splitReferences } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import { isMap, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { shellStyle } from '../references.ts';
import type { EntryReader, EntryWriter, Lens } from '../types.ts';
import { takeList, takeMap } from './take-kind.ts';

/** Goose refuses to start an extension that sets one of these. */
const PROTECTED =
  /^(?:path|pathext|systemroot|windir|ld_(?:library_path|preload|audit|debug|bind_now|assume_kernel)|dyld_(?:library_path|insert_libraries|framework_path)|python(?:path|home)|node_options|rubyopt|gem_(?:path|home)|classpath|go111module|goroot|appinit_dlls|sessionname|comspec|te?mp|localappdata|userprofile|homedrive|homepath)$/i;

const inHeaders = shellStyle({ fallback: false, bare: true });

/**
 * `env_keys` lists the variables passed to a server, and the only ones that headers may refer to. For a remote server
 * it is therefore derived from the headers.
 */
export function variables(): Lens {
  return {
    fields: ['env', 'headers'],
    keys: ['envs', 'env_keys', 'headers'],
    read,
    write,
  };
}

function read(entry: EntryReader, server: Server): void {
  const headers = takeMap(withoutNull(entry), 'headers');
  const used = new Set<string>();
  if (headers) {
    const canonical: ValueMap = {};
    for (const [name, value] of Object.entries(headers))
      setOwn(canonical, name, typeof value === 'string' ? inHeaders.read(value) : value);
    for (const name of variablesOf(canonical)) used.add(name);
    server.headers = canonical as Record<string, string>;
  }
  const env: ValueMap = {};
  const literal = takeMap(withoutNull(entry), 'envs') ?? {};
  for (const [name, value] of Object.entries(literal)) setOwn(env, name, value);
  for (const [index, name] of takeList(withoutNull(entry), 'env_keys').entries()) {
    if (typeof name !== 'string') entry.reportType(['env_keys', index], 'string', name);
    else if (!used.has(name)) setOwn(env, name, `\${${name}}`);
  }
  if (Object.keys(env).length > 0) server.env = env as Record<string, string>;
}

/** In YAML a key without a value is null, which means the same as no key. */
function withoutNull(entry: EntryReader): EntryReader {
  return { ...entry, take: (...path): Value | undefined => entry.take(...path) ?? undefined };
}

function write(server: Server, entry: EntryWriter): void {
  const headers = server.headers === undefined ? undefined : entry.native(server.headers, 'headers');
  const used = isMap(headers) ? variablesOf(headers) : [];
  const literal: ValueMap = {};
  const passed: string[] = [];
  for (const [name, value] of Object.entries(server.env ?? {})) {
    if (PROTECTED.test(name)) entry.reportLoss(`env.${name}`, 'dropped', because('variable-protected'));
    else if (used.includes(name)) entry.reportLoss(`env.${name}`, 'mapped', because('implied-by-headers'));
    else if (value === `\${${name}}`) passed.push(name);
    else {
      const native = entry.native(value, `env.${name}`);
      if (native !== undefined) setOwn(literal, name, native);
    }
  }
  if (Object.keys(literal).length > 0) entry.put('envs', literal);
  if (passed.length + used.length > 0) entry.put('env_keys', [...new Set([...passed, ...used])]);
  entry.put('headers', headers);
}

function variablesOf(headers: ValueMap): string[] {
  const parts = Object.values(headers).flatMap((value) => (typeof value === 'string' ? splitReferences(value) : []));
  return [...new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name])))];
}

/** Allowed tools; an empty list allows all. */
export function availableTools(): Lens {
  return {
    fields: ['tools'],
    keys: ['available_tools'],
    read(entry, server) {
      const names = takeList(withoutNull(entry), 'available_tools');
      if (names.length > 0) server.tools = { allow: names as string[] };
    },
    write({ tools }, entry) {
      if (tools?.deny !== undefined) entry.reportLoss('tools.deny', 'dropped', because('no-tool-list', 'deny'));
      if (tools?.allow?.length === 0) return entry.refuse('tools.allow', because('empty-list-allows-all'));
      entry.put('available_tools', tools?.allow);
    },
  };
}

/** The description, which is required even if empty. */
export function description(): Lens {
  return {
    fields: ['description'],
    keys: ['description'],
    read(entry, server) {
      const value = withoutNull(entry).take('description');
      if (value !== undefined && value !== '') setOwn(server as ValueMap, 'description', value);
    },
    write: (server, entry) => entry.put('description', server.description ?? ''),
  };
}
