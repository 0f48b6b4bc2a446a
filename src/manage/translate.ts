import { writeDocument, type WrittenDocument } from '../clients/document.ts';
import { containerPath, locationOf, readDocument, shapeOf } from '../clients/read-document.ts';
import type { Client, Place } from '../clients/types.ts';
import { loadFormat } from '../formats/index.ts';
import type { FormatId } from '../formats/types.ts';
import { diagnostic, type Diagnostic, isError } from '../model/diagnostic.ts';
import type { Server } from '../model/server.ts';
import { isMap, setOwn, type Value, valueAt } from '../model/value.ts';

export interface Translation extends WrittenDocument {
  readonly servers: Readonly<Record<string, Server>>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface TranslationOptions {
  /** The kind of file the result is for: some clients treat project files differently. */
  readonly scope?: Place['scope'];
  /** Absolute path of the project, for clients that keep projects apart in one file. */
  readonly project?: string;
  readonly format?: FormatId;
}

/** Servers of one client's document as a new document of another client. The text may also be just the map of servers. */
export async function translate(
  text: string,
  from: Client,
  to: Client,
  options: TranslationOptions = {},
): Promise<Translation> {
  const source = placeFor(from, options);
  const format = await loadFormat(options.format ?? readingFormat(from, source));
  const document = format.parse(text);
  const nothing = { text: '', losses: [], companions: [], servers: {} };
  if (document.diagnostics.some(isError)) return { ...nothing, diagnostics: document.diagnostics };

  const root = wrapped(from, document.value, source);
  const servers: Record<string, Server> = {};
  for (const { name, server } of readDocument(from, root, source)) setOwn(servers, name, server);
  if (Object.keys(servers).length === 0) {
    const key = containerPath(from, shapeOf(from, root), source).join('.');
    return { ...nothing, diagnostics: [...document.diagnostics, diagnostic('no-servers', { keys: [key] })] };
  }
  const written = await writeDocument(to, servers, placeFor(to, options));
  return { ...written, servers, diagnostics: document.diagnostics };
}

/** The wanted scope where the client has it, else its first. */
export function placeFor(client: Client, options: TranslationOptions): Place {
  const wanted = client.locations.find(
    (location) => location.scope === options.scope && location.variant === undefined,
  );
  const scope = (wanted ?? client.locations[0])?.scope ?? 'user';
  return options.project === undefined ? { scope } : { scope, project: options.project };
}

/** People paste from anywhere, so comments are accepted even where the client would not accept them. */
function readingFormat(client: Client, place: Place): FormatId {
  const format = locationOf(client, place)?.format ?? 'json';
  return format === 'json' ? 'jsonc' : format;
}

/** A bare map of servers is put where the client would have it. */
function wrapped(client: Client, root: Value | undefined, place: Place): Value | undefined {
  const shape = shapeOf(client, root);
  const at = containerPath(client, shape, place);
  if (!isMap(root) || valueAt(root, at) !== undefined) return root;
  const entries = Object.values(root);
  if (entries.length === 0 || !entries.every((entry) => isMap(entry))) return root;
  return at.reduceRight<Value>((inner, step) => ({ [step]: inner }), root);
}
