import { describe, type Diagnostic, type DiagnosticCode, isError } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { isMap, type Value, valueAt } from '../model/value.ts';
import { readText } from '../store/read/read-text.ts';
import { formatValidationErrors, validationError } from '../validate/mcp-config.ts';
import { checkSet } from './check-set.ts';
import type { ConfigSet } from './config-set.ts';
import { formatConfigDisplayName } from './display-name.ts';

/** Reads a set from a file. Errors are part of the result; never throws. */
export async function readSet(host: Host, path: string): Promise<ConfigSet> {
  const read = await readText(host, path);
  return 'problem' in read ? unusable(path, describe(read.problem), [read.problem]) : setFromText(path, read.text);
}

/** Parses the text of a set, for the file at `path`. */
export function setFromText(path: string, text: string): ConfigSet {
  const { document, servers, issues } = checkSet(text);
  const [error, ...others] = syntaxErrors(issues);
  if (error) return unusable(path, { ...describe(error), at: error.range?.start }, [error, ...others]);
  const errors = issues.filter(isError);
  const [first] = errors;
  if (first) {
    const message = formatValidationErrors(errors.map(validationError));
    return unusable(path, { ...describe(first), message }, errors);
  }
  const note = valueAt(document.value, ['description']) as string | undefined;
  const display = formatConfigDisplayName(fileName(path), Object.keys(servers));
  const respell = isAcceptedUnchanged(document.value) ? {} : ({ needsRespelling: true } as const);
  return { name: nameOf(path), path, display, ...(note ? { note } : {}), servers, ...respell };
}

/** Claude Code does not start with a file without `mcpServers`, and skips a `url` without a `type`. */
function isAcceptedUnchanged(root: Value | undefined): boolean {
  const servers = valueAt(root, ['mcpServers']);
  if (!isMap(servers)) return false;
  return Object.values(servers).every((one) => !isMap(one) || one['url'] === undefined || one['type'] !== undefined);
}

/** Syntax errors. Duplicate keys come last, because they only matter if the rest can be parsed. */
function syntaxErrors(issues: readonly Diagnostic[]): Diagnostic[] {
  const found = issues.filter(({ code }) => ofTexts.has(code));
  const repeats = found.filter(({ code }) => code === 'duplicate-key');
  return [...found.filter((error) => !repeats.includes(error)), ...repeats];
}

const ofTexts: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'syntax',
  'json-comment',
  'json-trailing-comma',
  'duplicate-key',
]);

interface Reason {
  readonly message: string;
  readonly fix?: string;
  readonly at?: { readonly line: number; readonly column: number } | undefined;
}

function unusable(path: string, { message, fix, at }: Reason, found: readonly Diagnostic[]): ConfigSet {
  const name = nameOf(path);
  const error = at ? `${message} (line ${at.line}, column ${at.column})` : message;
  const issues = found.map((issue) => ({ ...issue, file: path }));
  return { name, path, display: name, servers: {}, error, ...(fix === undefined ? {} : { fix }), issues };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function nameOf(path: string): string {
  return fileName(path).replace(/\.json$/, '');
}

/** Reads a set that was given by its path. */
export async function readSetAt(host: Host, path: string): Promise<ConfigSet> {
  return { ...(await readSet(host, path)), byPath: true };
}
