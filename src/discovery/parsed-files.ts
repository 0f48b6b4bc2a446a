import { loadFormat } from '../formats/index.ts';
import { simpleValue } from '../formats/simple-value.ts';
import type { Document, FormatId } from '../formats/types.ts';
import { type Diagnostic, isError } from '../model/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { type Range, rangeFinder } from '../model/position.ts';
import type { Path, Value } from '../model/value.ts';
import { parseFile } from '../store/parsed-texts.ts';
import { readText, type TextFile } from '../store/read-text.ts';
import { limiter } from './limit.ts';

/** A file that is there. */
export interface ParsedFile {
  readonly path: string;
  /** Undefined when nothing can be taken from the file; the findings say why. */
  readonly document: Document | undefined;
  readonly findings: readonly Diagnostic[];
  /** From the key of an entry to its end. Most entries are never pointed at, so this is looked up when it is asked for. */
  rangeAt(path: Path): Range | undefined;
}

/** Reads and parses each file once, whoever asks for it; undefined when there is none. */
export type ReadFile = (path: string, format: FormatId) => Promise<ParsedFile | undefined>;

/** Enough to keep the disk busy, far below what systems let a process have. */
const OPEN_FILES = 64;

/** `placed` says whether anybody will ask where something stands. */
export function fileReader(host: Host, placed = true): ReadFile {
  const limited = limiter(OPEN_FILES);
  const texts = new Map<string, Promise<TextFile | undefined>>();
  const files = new Map<string, ParsedFile>();
  return async (path, format) => {
    let reading = texts.get(path);
    if (!reading) {
      reading = limited(() => readIfThere(host, path));
      texts.set(path, reading);
    }
    const read = await reading;
    if (!read) return undefined;
    const simple = placed || 'problem' in read ? undefined : simpleValue(format, read.text);
    if (simple !== undefined) return withoutPlaces(path, read as { readonly text: string }, simple);
    const loaded = await loadFormat(format);
    const known = files.get(`${format} ${path}`) ?? strictly(files, format, path);
    if (known) return known;
    const file =
      'problem' in read
        ? unreadable(path, read.problem)
        : parsed(path, parseFile(host, path, loaded, read.text), format);
    files.set(`${format} ${path}`, file);
    return file;
  };
}

async function readIfThere(host: Host, path: string): Promise<TextFile | undefined> {
  return (await host.fs.kindOf(path)) === undefined ? undefined : readText(host, path);
}

/** What is sound as strict JSON means the same where comments would be allowed. */
function strictly(files: ReadonlyMap<string, ParsedFile>, format: FormatId, path: string): ParsedFile | undefined {
  const strict = format === 'jsonc' ? files.get(`json ${path}`) : undefined;
  return strict?.findings.length === 0 ? strict : undefined;
}

function unreadable(path: string, problem: Diagnostic): ParsedFile {
  return { path, document: undefined, findings: [problem], rangeAt: () => undefined };
}

function withoutPlaces(path: string, { text }: { readonly text: string }, value: Value): ParsedFile {
  const document: Document = { text, value, diagnostics: [], locate: () => undefined };
  return { path, document, findings: [], rangeAt: () => undefined };
}

function parsed(path: string, document: Document, format: FormatId): ParsedFile {
  const findings = document.diagnostics.map((finding) => ({ ...finding, file: path }));
  const rangeIn = rangeFinder(document.text);
  return {
    path,
    document: isUsable(document, format) ? document : undefined,
    findings,
    rangeAt(at) {
      const found = document.locate(at);
      if (!found) return undefined;
      const { key, value } = found;
      return rangeIn({ start: Math.min(key?.start ?? value.start, value.start), end: value.end });
    },
  };
}

/** Readers of JSON take the last of several equal keys and go on, so the servers of such a file are there for them. */
function isUsable({ diagnostics }: Document, format: FormatId): boolean {
  const inJson = format === 'json' || format === 'jsonc';
  return !diagnostics.some((finding) => isError(finding) && !(inJson && finding.code === 'duplicate-key'));
}
