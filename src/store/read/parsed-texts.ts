import { noteParsed } from '../../formats/recent-documents.ts';
import type { Document, Format, FormatId } from '../../formats/types.ts';
import type { Host } from '../../model/host.ts';

/** Cache of parsed files per host, newest first: the text before and after a change. */
const known = new WeakMap<Host, Map<string, Document[]>>();
const KEPT = 2;

/** Parses the text of a file, using the cache. */
export function parseFile(host: Host, path: string, format: Format, text: string): Document {
  const found = parsedFile(host, path, format.id, text);
  if (found) return found;
  const document = format.parse(text);
  keepParsed(host, path, format.id, document);
  return document;
}

/** The cached document, if exactly this text was parsed already. */
export function parsedFile(host: Host, path: string, format: FormatId, text: string): Document | undefined {
  const parsed = documentsOf(host);
  const found = parsed.get(keyOf(path, format))?.find((document) => document.text === text);
  if (found || format !== 'jsonc') return found;
  // Valid strict JSON has the same meaning as JSONC.
  const strict = parsed.get(keyOf(path, 'json'))?.find((document) => document.text === text);
  return strict?.diagnostics.length === 0 ? strict : undefined;
}

export function keepParsed(host: Host, path: string, format: FormatId, document: Document): void {
  noteParsed(document);
  const parsed = documentsOf(host);
  const key = keyOf(path, format);
  const others = (parsed.get(key) ?? []).filter(({ text }) => text !== document.text);
  parsed.set(key, [document, ...others].slice(0, KEPT));
}

/** Shares the parse cache with a derived host. */
export function shareParsed(from: Host, to: Host): void {
  known.set(to, documentsOf(from));
}

function documentsOf(host: Host): Map<string, Document[]> {
  const documents = known.get(host) ?? new Map<string, Document[]>();
  known.set(host, documents);
  return documents;
}

function keyOf(path: string, format: FormatId): string {
  return `${format} ${path}`;
}
