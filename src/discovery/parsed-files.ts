import { loadFormat } from '../formats/index.ts';
import { simpleValue } from '../formats/simple-value.ts';
import type { Document, FormatId } from '../formats/types.ts';
import { type Diagnostic, isError } from '../model/diagnostics/diagnostic.ts';
import { type Range, rangeFinder } from '../model/diagnostics/position.ts';
import type { Host } from '../model/host.ts';
import type { Path, Value } from '../model/value.ts';
import { parseFile } from '../store/read/parsed-texts.ts';
import { readText, type TextFile } from '../store/read/read-text.ts';
import { limiter } from './limit.ts';

/** An existing file. */
export interface ParsedFile {
  readonly path: string;
  /** Undefined if the file is unusable; the issues say why. */
  readonly document: Document | undefined;
  readonly issues: readonly Diagnostic[];
  /** The range from the key of an entry to its end. Computed on demand, because most ranges are never needed. */
  rangeAt(path: Path): Range | undefined;
}

/** Reads and parses each file once, even if several clients read it; undefined if the file does not exist. */
export type ReadFile = (path: string, format: FormatId) => Promise<ParsedFile | undefined>;

/** Enough to keep the disk busy, and far below the limit of open files per process. */
const OPEN_FILES = 64;

/** `placed` is false if positions are not needed. */
export function fileReader(host: Host, placed = true): ReadFile {
  const limited = limiter(OPEN_FILES);
  const texts = new Map<string, Promise<TextFile | undefined>>();
  const files = new Map<string, ParsedFile>();
  return async (path, format) => {
    let reading = texts.get(path);
    if (!reading) {
      reading = limited(() => readIfExists(host, path));
      texts.set(path, reading);
    }
    const read = await reading;
    if (!read) return undefined;
    const simple = placed || 'problem' in read ? undefined : simpleValue(format, read.text);
    if (simple !== undefined) return withoutPositions(path, read as { readonly text: string }, simple);
    const loaded = await loadFormat(format);
    const known = files.get(`${format} ${path}`) ?? fromStrictJson(files, format, path);
    if (known) return known;
    const file =
      'problem' in read
        ? unreadable(path, read.problem)
        : parsed(path, parseFile(host, path, loaded, read.text), format);
    files.set(`${format} ${path}`, file);
    return file;
  };
}

async function readIfExists(host: Host, path: string): Promise<TextFile | undefined> {
  return (await host.fs.kindOf(path)) === undefined ? undefined : readText(host, path);
}

/** A valid strict JSON file has the same meaning as JSON with comments, so its parse result is reused. */
function fromStrictJson(
  files: ReadonlyMap<string, ParsedFile>,
  format: FormatId,
  path: string,
): ParsedFile | undefined {
  const strict = format === 'jsonc' ? files.get(`json ${path}`) : undefined;
  return strict?.issues.length === 0 ? strict : undefined;
}

function unreadable(path: string, problem: Diagnostic): ParsedFile {
  return { path, document: undefined, issues: [problem], rangeAt: () => undefined };
}

function withoutPositions(path: string, { text }: { readonly text: string }, value: Value): ParsedFile {
  const document: Document = { text, value, diagnostics: [], locate: () => undefined };
  return { path, document, issues: [], rangeAt: () => undefined };
}

function parsed(path: string, document: Document, format: FormatId): ParsedFile {
  const issues = document.diagnostics.map((issue) => ({ ...issue, file: path }));
  const rangeIn = rangeFinder(document.text);
  return {
    path,
    document: isUsable(document, format) ? document : undefined,
    issues,
    rangeAt(at) {
      const found = document.locate(at);
      if (!found) return undefined;
      const { key, value } = found;
      return rangeIn({ start: Math.min(key?.start ?? value.start, value.start), end: value.end });
    },
  };
}

/** JSON parsers use the last of several equal keys and continue, so clients still see the servers of such a file. */
export function isUsable({ diagnostics }: Document, format: FormatId): boolean {
  const inJson = format === 'json' || format === 'jsonc';
  return !diagnostics.some((issue) => isError(issue) && !(inJson && issue.code === 'duplicate-key'));
}
