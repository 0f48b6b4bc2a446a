import { isError } from '../model/diagnostics/diagnostic.ts';
import { hiddenSpans, MASK, replaceSpans } from '../model/secrets/hidden-spans.ts';
import { secretLeaves } from '../model/secrets/secret-leaves.ts';
import { merged, type Span } from '../model/secrets/spans.ts';
import { formatOfFile } from './format-of-file.ts';
import { json, jsonc } from './json/index.ts';
import { parsedBefore } from './recent-documents.ts';
import { sourceSpans } from './source-spans.ts';
import { toml } from './toml/index.ts';
import type { Document, Format, FormatId } from './types.ts';
import { yaml } from './yaml/index.ts';

const formats: Readonly<Record<FormatId, Format>> = { json, jsonc, toml, yaml };

/**
 * Parses a text to see what is secret in it. A file of another name, or with errors for its client, may still be readable
 * in the more tolerant format. Undefined if no parser reads it.
 */
export function parseForSecrets(path: string, text: string): Document | undefined {
  const own = formatOfFile(path);
  const wanted: readonly FormatId[] = own === 'json' ? ['jsonc', 'toml', 'yaml'] : [own];
  const isBraced = /^\s*[{[]/.test(text);
  for (const id of isBraced && own === 'json' ? (['jsonc'] as const) : wanted) {
    const document = formats[id].parse(text);
    if (!document.diagnostics.some(isError)) return document;
  }
  return undefined;
}

/** The secrets in a parsed text, in order, each within one line: every string with its key and the item before it. */
export function documentSecrets(document: Document): Span[] {
  const spans = secretLeaves(document.value).flatMap(({ path, text, spans: parts }) => {
    const place = document.locate(path)?.value;
    if (!place) return [];
    const source = document.text.slice(place.start, place.end);
    return sourceSpans(source, text, parts).map(({ start, end }) => ({
      start: start + place.start,
      end: end + place.start,
    }));
  });
  return merged(spans);
}

/** What was found in the text that was asked about last: a text can have many diagnostics. */
let last: { readonly text: string; readonly path: string; readonly spans: readonly Span[] } | undefined;

/** The secrets that a parser finds in the text of a file; none if no parser reads it. */
export function parsedSecrets(path: string, text: string): readonly Span[] {
  if (last?.text === text && last.path === path) return last.spans;
  const document = parsedBefore(text) ?? parseForSecrets(path, text);
  last = { text, path, spans: document ? documentSecrets(document) : [] };
  return last.spans;
}

/** A part of the text of a file, with the secrets masked that a parser or the reader of lines finds. */
export function maskFile(path: string, text: string, part: Span = { start: 0, end: text.length }): string {
  const shown = text.slice(part.start, part.end);
  const parsed = parsedSecrets(path, text)
    .filter(({ start, end }) => start < part.end && end > part.start)
    .map(({ start, end }) => ({ start: Math.max(start - part.start, 0), end: Math.min(end, part.end) - part.start }));
  return replaceSpans(shown, merged([...parsed, ...hiddenSpans(shown)]), () => MASK);
}
