import { jsonc } from '../../formats/json/index.ts';
import { skipComment } from '../../formats/json/scanner.ts';
import type { Document } from '../../formats/types.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import type { Span } from '../../model/diagnostics/position.ts';
import { isMap } from '../../model/value.ts';

/** A JSON value found in a text. */
export interface JsonPart {
  readonly document: Document;
  /** Maps an offset in the document to one in the text. */
  readonly origin: (offset: number) => number;
}

/** Limit on values per text. */
const MAX_PARTS = 200;

/**
 * Finds JSON in a text: the whole text, values in braces within prose, or members without surrounding braces, as shown
 * in documentation. Comments, trailing commas and small errors are tolerated.
 */
export function jsonParts(text: string): JsonPart[] {
  if (!text.includes('{')) return [];
  const whole = jsonc.parse(text);
  const isWhole = !whole.diagnostics.some(isError) && (isMap(whole.value) || Array.isArray(whole.value));
  if (isWhole) return [{ document: whole, origin: (offset) => offset }];
  return partsOf(text).map(({ start, end, isMember }) => {
    const part = text.slice(start, end);
    const document = jsonc.parse(isMember ? `{${part}}` : part);
    return { document, origin: (offset) => Math.min(Math.max(offset - (isMember ? 1 : 0), 0), part.length) + start };
  });
}

interface Part extends Span {
  /** `"key": { … }` without braces around it. */
  readonly isMember: boolean;
}

/** Spans of the values in braces or brackets, each with its key. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < text.length && parts.length < MAX_PARTS;) {
    const open = nextOpening(text, at);
    if (open === -1) break;
    const end = closingOf(text, open);
    const key = keyBefore(text, open);
    parts.push({ start: key ?? open, end, isMember: key !== undefined });
    at = end;
  }
  return joined(text, parts);
}

/** A brace, or a bracket that contains maps: plain brackets also occur outside JSON. */
function nextOpening(text: string, from: number): number {
  const opening = /\{|\[\s{0,200}\{/g;
  opening.lastIndex = from;
  return opening.exec(text)?.index ?? -1;
}

/** The end of the value that opens here, or of the text when it is unterminated. */
function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at);
    else if (char === '/' && skipComment(text, at) > at) at = skipComment(text, at) - 1;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** The closing quote, or the end of the line: an unterminated quote must not hide the rest. */
function stringEnd(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '"' || char === '\n') return at;
  }
  return text.length;
}

const KEY = /("(?:[^"\\\n]|\\.){0,200}"|[\w-]{1,200})\s{0,20}:\s{0,20}$/;

function keyBefore(text: string, open: number): number | undefined {
  const before = text.slice(Math.max(0, open - 300), open);
  const found = KEY.exec(before);
  return found ? open - before.length + found.index : undefined;
}

/** Members separated only by a comma belong to one map. */
function joined(text: string, parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    const between = last ? text.slice(last.end, Math.min(part.start, last.end + 1000)) : '';
    if (last?.isMember && part.isMember && /^\s*,\s*$/.test(between))
      result[result.length - 1] = { ...last, end: part.end };
    else result.push(part);
  }
  return result;
}
