import { readDocument } from '../clients/read-document.ts';
import { clients } from '../clients/registry.ts';
import { json } from '../formats/json/index.ts';
import type { Document } from '../formats/types.ts';
import { describe, type Diagnostic, diagnostic, isError } from '../model/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { positionAt } from '../model/position.ts';
import type { Server } from '../model/server.ts';
import { isMap, setOwn, type Value, valueAt } from '../model/value.ts';
import { readText } from '../store/read-text.ts';
import { findingsInConfig, formatValidationErrors, validateMcpConfig } from '../validate/mcp-config.ts';
import type { ConfigSet } from './config-set.ts';
import { formatConfigDisplayName } from './display-name.ts';

/** The set in a file. Whatever is wrong with it is said by the set itself; this never throws. */
export async function readSet(host: Host, path: string): Promise<ConfigSet> {
  const read = await readText(host, path);
  return 'problem' in read ? unusable(path, describe(read.problem), [read.problem]) : setFromText(path, read.text);
}

/**
 * The same for a text that is, or may become, the content of this file. It is read as strictly as Claude Code does, which
 * refuses to start at all when it is given a file with a comment or a trailing comma; a byte order mark does no harm.
 */
export function setFromText(path: string, text: string): ConfigSet {
  const document = json.parse(text);
  const [flaw, ...others] = textFlaws(document);
  if (flaw) return unusable(path, { ...describe(flaw), at: flaw.range?.start }, [flaw, ...others]);
  const { success, data, errors = [] } = validateMcpConfig(document.value);
  if (!success || !data) {
    const findings = findingsInConfig(document.value, document);
    const fix = findings[0] && describe(findings[0]).fix;
    return unusable(path, { message: formatValidationErrors(errors), ...(fix === undefined ? {} : { fix }) }, findings);
  }
  const servers: Record<string, Server> = {};
  for (const { name, server } of readDocument(clients['claude-code'], document.value, { scope: 'user' })) {
    setOwn(servers, name, server);
  }
  const { description: note } = data;
  const display = formatConfigDisplayName(fileName(path), Object.keys(servers));
  const respell = isTakenAsItIs(document.value) ? {} : ({ needsRespelling: true } as const);
  return { name: nameOf(path), path, display, ...(note ? { note } : {}), servers, ...respell };
}

/** Claude Code does not start with a file that has no `mcpServers`, and passes over an address without a `type`. */
function isTakenAsItIs(root: Value | undefined): boolean {
  const servers = valueAt(root, ['mcpServers']);
  if (!isMap(servers)) return false;
  return Object.values(servers).every((one) => !isMap(one) || one['url'] === undefined || one['type'] !== undefined);
}

/** A mistake of spelling comes first: what a key that stands twice means is only worth knowing in a text that can be read. */
function textFlaws({ diagnostics, text, value }: Document): Diagnostic[] {
  const flaws = diagnostics.filter(isError);
  const repeats = flaws.filter(({ code }) => code === 'duplicate-key');
  if (flaws.length > 0 || value !== undefined) return [...flaws.filter((flaw) => !repeats.includes(flaw)), ...repeats];
  const start = positionAt(text, 0);
  return [diagnostic('syntax', { format: 'JSON', problem: 'the file is empty' }, { range: { start, end: start } })];
}

interface Flaw {
  readonly message: string;
  readonly fix?: string;
  readonly at?: { readonly line: number; readonly column: number } | undefined;
}

function unusable(path: string, { message, fix, at }: Flaw, found: readonly Diagnostic[]): ConfigSet {
  const name = nameOf(path);
  const error = at ? `${message} (line ${at.line}, column ${at.column})` : message;
  const findings = found.map((finding) => ({ ...finding, file: path }));
  return { name, path, display: name, servers: {}, error, ...(fix === undefined ? {} : { fix }), findings };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function nameOf(path: string): string {
  return fileName(path).replace(/\.json$/, '');
}

/** The set in a file that is named by its path. */
export async function readSetAt(host: Host, path: string): Promise<ConfigSet> {
  return { ...(await readSet(host, path)), byPath: true };
}
