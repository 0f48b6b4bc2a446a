import { containerPath, locationOf, shapeOf } from '../../clients/read-document.ts';
import type { ClientId } from '../../clients/registry.ts';
import type { Client, Place, Shape } from '../../clients/types.ts';
import { loadFormat } from '../../formats/index.ts';
import type { Document, FormatId } from '../../formats/types.ts';
import { diagnostic, type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { rangeOf } from '../../model/diagnostics/position.ts';
import { isMap, type Path, type Value, valueAt } from '../../model/value.ts';
import { hasTarget } from '../paste/find-servers.ts';
import { checkText, type ValidationOptions } from '../validate-text.ts';
import { hasContainer, likelyClient } from './likely-client.ts';

export interface SourceOptions {
  /** Scope of the file: some clients treat project files differently. */
  readonly scope?: Place['scope'];
  /** Absolute path of the project, for clients that keep all projects in one file. */
  readonly project?: string;
  readonly format?: FormatId;
  /** For `auto`: the client to prefer when several match, such as the one its path belongs to. */
  readonly likely?: ClientId;
}

/** A text with servers of a client. */
export interface SourceText {
  readonly client: Client;
  readonly place: Place;
  readonly document: Document;
  readonly format: FormatId;
  /** Path of the servers in the document. */
  readonly at: Path;
  /** The text is only the map of servers; in the document it is at the client's path. */
  readonly isBare: boolean;
}

export interface UnreadSource {
  readonly client: Client | undefined;
  readonly issues: readonly Diagnostic[];
}

/** Keys to look for when the client is unknown. */
const usualKeys = ['mcpServers', 'servers', 'mcp_servers', 'mcp'];

/** Parses the text as a client's document, or reports why it is not one. */
export async function readSource(
  text: string,
  from: Client | 'auto',
  options: SourceOptions,
): Promise<SourceText | UnreadSource> {
  const known = from === 'auto' ? undefined : from;
  const format = options.format ?? (known ? readingFormat(known, placeFor(known, options)) : await formatOf(text));
  const document = (await loadFormat(format)).parse(text);
  if (document.diagnostics.some(isError)) {
    const other = known && (await inOtherFormat(text, format, known));
    return { client: known, issues: other ? [other] : document.diagnostics };
  }
  const client = known ?? likelyClient(document.value, format, options.likely);
  if (!client) return { client, issues: await withoutServers(document, usualKeys, { format: strict(format) }) };
  return placed(client, placeFor(client, options), document, format);
}

/** A text in another format must not be reported as syntax errors. */
async function inOtherFormat(text: string, format: FormatId, client: Client): Promise<Diagnostic | undefined> {
  const actual = await formatOf(text);
  if (actual === format) return undefined;
  const document = (await loadFormat(actual)).parse(text);
  if (document.diagnostics.some(isError) || !hasContainer(document.value, actual)) return undefined;
  const other = likelyClient(document.value, actual);
  return other && otherClient(document, client, other);
}

async function placed(
  client: Client,
  place: Place,
  document: Document,
  format: FormatId,
): Promise<SourceText | UnreadSource> {
  const root = document.value;
  const shape = shapeOf(client, root);
  const at = containerPath(client, shape, place);
  const source = { client, place, document, format, at };
  if (valueAt(root, at) !== undefined) return { ...source, isBare: false };
  const other = hasContainer(root, format) ? likelyClient(root, format) : undefined;
  if (other && other.id !== client.id) return { client, issues: [otherClient(document, client, other)] };
  if (isBareMap(root, shape)) return { ...source, document: wrapped(document, at), isBare: true };
  return { client, issues: await withoutServers(document, [at.join('.')], { client, place }) };
}

/** The requested scope if the client has it, or else its first. */
export function placeFor(client: Client, { scope, project }: Pick<SourceOptions, 'scope' | 'project'>): Place {
  const wanted = client.locations.find((location) => location.scope === scope && location.variant === undefined);
  const found = (wanted ?? client.locations[0])?.scope ?? 'user';
  return project === undefined ? { scope: found } : { scope: found, project };
}

/** Pasted text may come from anywhere, so comments are accepted even where the client rejects them. */
function readingFormat(client: Client, place: Place): FormatId {
  const format = locationOf(client, place)?.format ?? 'json';
  return format === 'json' ? 'jsonc' : format;
}

/** Comments are irrelevant in a text without servers. */
function strict(format: FormatId): FormatId {
  return format === 'jsonc' ? 'json' : format;
}

/** Detects the format by how the text starts, or else by which parser accepts it. */
async function formatOf(text: string): Promise<FormatId> {
  if (/^[\uFEFF\s]*(?:$|\{|\[\s*[{\]]|\/[/*])/.test(text)) return 'jsonc';
  const isToml = /^\s*(?:\[{1,2}[^\]\n]+\]{1,2}|[\w."'-]+\s*=)/m.test(text);
  for (const format of isToml ? (['toml', 'yaml'] as const) : (['yaml', 'toml'] as const)) {
    const { diagnostics } = (await loadFormat(format)).parse(text);
    if (!diagnostics.some(isError)) return format;
  }
  return isToml ? 'toml' : 'yaml';
}

function isBareMap(root: Value | undefined, shape: Shape): boolean {
  if (shape.listBy !== undefined) return Array.isArray(root) && root.some(hasTarget);
  return isMap(root) && Object.values(root).some(hasTarget);
}

function wrapped(document: Document, at: Path): Document {
  const { text, value, diagnostics } = document;
  return {
    text,
    value: at.reduceRight<Value>((inner, step) => ({ [step]: inner }), value as Value),
    diagnostics,
    locate: (path) => document.locate(path.slice(at.length)),
  };
}

export function otherClient(document: Document, client: Client, likely: Client): Diagnostic {
  return diagnostic('other-client', { client: client.name, likely: likely.name, id: likely.id }, start(document));
}

/** Validation explains why a text has no servers; it may also be valid but empty. */
async function withoutServers(
  document: Document,
  keys: readonly string[],
  options: ValidationOptions,
): Promise<readonly Diagnostic[]> {
  const errors = (await checkText(document.text, options)).filter(isError);
  return errors.length > 0 ? errors : [diagnostic('no-servers', { keys }, start(document))];
}

/** Only the start: quoting the whole text would not help. */
function start(document: Document): Pick<Diagnostic, 'range'> {
  const offset = document.locate([])?.value.start ?? 0;
  return { range: rangeOf(document.text, { start: offset, end: offset }) };
}
