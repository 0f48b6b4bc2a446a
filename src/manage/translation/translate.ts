import { writeDocument, type WrittenDocument } from '../../clients/document.ts';
import { containerPath, type Entry, locationOf, shapeOf } from '../../clients/read-document.ts';
import { switchesOf } from '../../clients/switches.ts';
import type { Client, Place } from '../../clients/types.ts';
import { applyEdits } from '../../formats/edit-list.ts';
import { setValue } from '../../formats/edit.ts';
import { loadFormat } from '../../formats/index.ts';
import { type Diagnostic, type DiagnosticCode, isError } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { setOwn } from '../../model/value.ts';
import { readDefinitions } from '../definitions/read-definitions.ts';
import { withoutIgnored } from '../definitions/usable-server.ts';
import { fitCommands } from '../plan/fit-command.ts';
import { likelyClient } from './likely-client.ts';
import { entryLosses, fieldLosses, skippedLosses, type TranslationLoss } from './losses.ts';
import { otherClient, placeFor, readSource, type SourceOptions, type SourceText } from './read-source.ts';
import { rewritten } from './rewritten.ts';

export interface Translation extends Omit<WrittenDocument, 'losses'> {
  /** The client that the text was read as; undefined when `auto` recognized none. */
  readonly from: Client | undefined;
  /** As read. */
  readonly servers: Readonly<Record<string, Server>>;
  readonly losses: readonly TranslationLoss[];
  /** Issues in the text. If one is an error, nothing was translated. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface TranslationOptions extends SourceOptions {
  /** The machine that the document is for. On Windows some clients start scripts only through its interpreter. */
  readonly host?: Host;
}

/** Issues specific to the source client, irrelevant for the target. */
const unimportant: readonly DiagnosticCode[] = [
  'type-missing',
  'type-rejected',
  'key-missing',
  'keys-exclude',
  'number-refused',
  'name-unusable',
  'transport-unsupported',
  'reference-refused',
  'json-trailing-comma',
  'reference-unexpanded',
  'transport-inferred',
  'key-ignored',
  'key-used-by-plugboard',
];

/**
 * Translates the servers of one client's document into a new document for another; `auto` detects the source. The text
 * may also be only the map of servers. Text that fails validation is not translated.
 */
export async function translate(
  text: string,
  from: Client | 'auto',
  to: Client,
  options: TranslationOptions = {},
): Promise<Translation> {
  const source = await readSource(text, from, options);
  if ('issues' in source) return refused(source.client, source.issues);
  const { client, document, place } = source;
  const { entries, issues } = readDefinitions(client, document, place);
  const isSame = client.id === to.id;
  // Relevant when the target is the same client.
  const about = isSame ? issues : issues.filter(({ code }) => !unimportant.includes(code));
  const relevant = [...document.diagnostics, ...about];
  if (relevant.some(isError)) return refused(client, [...relevant, ...betterClient(source, from)]);
  const written = isSame
    ? await rewritten(source, serversOf(entries))
    : await carriedOver(source, entries, to, options);
  return { ...written, from: client, servers: serversOf(entries), diagnostics: relevant };
}

async function carriedOver(
  source: SourceText,
  entries: readonly Entry[],
  to: Client,
  options: TranslationOptions,
): Promise<Omit<Translation, 'from' | 'servers' | 'diagnostics'>> {
  const { client, document, at, place } = source;
  const target = placeFor(to, options);
  const servers: Record<string, Server> = {};
  for (const { name, server } of entries) setOwn(servers, name, withoutIgnored(name, server).server);
  const fitted = options.host
    ? await fitCommands(options.host, { client: to, place: target }, servers)
    : { servers, losses: [] };
  const written = await writeDocument(to, fitted.servers, target);
  const shape = shapeOf(client, document.value);
  const losses = [
    ...entries.flatMap((entry) => entryLosses(client, shape, entry, to, target)),
    ...fitted.losses,
    ...written.losses,
    ...skippedLosses(client, shape, document.value, at, to),
    ...fieldLosses(document.value, [at, ...switchesOf(client, place).map((list) => list.at)], client, to),
  ];
  const text = written.text === '' ? await emptyDocument(to, target) : written.text;
  return { ...written, text, losses };
}

function refused(from: Client | undefined, diagnostics: readonly Diagnostic[]): Translation {
  return { from, text: '', losses: [], unwritten: [], companions: [], servers: {}, diagnostics };
}

/** Another client that reads the text without errors. */
function betterClient({ client, document, format, place }: SourceText, from: Client | 'auto'): Diagnostic[] {
  const likely = from === 'auto' ? undefined : likelyClient(document.value, format);
  if (!likely || likely.id === client.id) return [];
  const { entries, issues } = readDefinitions(likely, document, placeFor(likely, place));
  return entries.length > 0 && !issues.some(isError) ? [otherClient(document, client, likely)] : [];
}

function serversOf(entries: readonly Entry[]): Record<string, Server> {
  const servers: Record<string, Server> = {};
  for (const { name, server } of entries) setOwn(servers, name, server);
  return servers;
}

/** Returns a client's document without servers. */
async function emptyDocument(client: Client, place: Place): Promise<string> {
  const format = await loadFormat(locationOf(client, place)?.format ?? client.locations[0]?.format ?? 'json');
  const shape = shapeOf(client, undefined);
  const nothing = shape.listBy === undefined ? {} : [];
  return applyEdits('', setValue(format, '', containerPath(client, shape, place), nothing));
}
