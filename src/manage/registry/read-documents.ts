import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { isMap } from '../../model/value.ts';
import { memoryIndex, type RegistryIndex } from '../../registry/index/registry-index.ts';
import { compareVersions } from '../../registry/server-json/compare-versions.ts';
import { readEntry } from '../../registry/server-json/read-entry.ts';
import type { RegistryEntry } from '../../registry/server-json/server-json.ts';
import { readText } from '../../store/read/read-text.ts';
import { sanitizedText } from './shown-text.ts';

const MOST_FILES = 10_000;
const DEEPEST = 4;

/**
 * Reads a private registry: a `server.json`, a list of them, a saved answer of the API, or a directory with such files.
 * Throws if a file does not match the schema. In a directory the other files are read, and the problem is returned.
 */
export async function readDocuments(host: Host, path: string): Promise<{ index: RegistryIndex; problem?: string }> {
  const { entries, invalid } = await readFiles(host, path);
  const [first] = invalid;
  const more = invalid.length > 1 ? ` And ${invalid.length - 1} more.` : '';
  const index = memoryIndex(latestOf(entries));
  return { index, ...(first && { problem: sanitizedText(`${first.message}${more}`) }) };
}

/** Every version in the files. */
export async function allDocuments(host: Host, path: string): Promise<RegistryEntry[]> {
  return (await readFiles(host, path)).entries;
}

async function readFiles(
  host: Host,
  path: string,
): Promise<{ readonly entries: RegistryEntry[]; readonly invalid: PlugboardError[] }> {
  const isDirectory = (await host.fs.kindOf(path)) === 'directory';
  const entries: RegistryEntry[] = [];
  const invalid: PlugboardError[] = [];
  for (const file of isDirectory ? await jsonFiles(host, path) : [path]) {
    try {
      entries.push(...(await entriesIn(host, file)));
    } catch (error) {
      if (!(error instanceof PlugboardError) || !isDirectory) throw error;
      invalid.push(error);
    }
  }
  // If nothing can be used, the reason is the answer.
  if (entries.length === 0 && invalid[0]) throw invalid[0];
  return { entries, invalid };
}

async function jsonFiles(host: Host, directory: string, depth = 0): Promise<string[]> {
  const names = (await host.fs.readDirectory(directory)).toSorted();
  const files: string[] = [];
  for (const name of names) {
    const path = `${directory}/${name}`;
    // Links are not followed: they could lead in a circle.
    const kind = (await host.fs.status(path))?.kind;
    if (kind === 'directory' && depth < DEEPEST && !name.startsWith('.') && name !== 'node_modules')
      files.push(...(await jsonFiles(host, path, depth + 1)));
    else if (kind === 'file' && name.endsWith('.json') && files.length < MOST_FILES) files.push(path);
  }
  return files;
}

async function entriesIn(host: Host, file: string): Promise<RegistryEntry[]> {
  const read = await readText(host, file);
  const invalid = (at: string, message: string): PlugboardError =>
    new PlugboardError('registry-document-invalid', { file, issues: [{ at, message }] });
  if ('problem' in read) throw invalid('', 'This file cannot be read.');
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(read.text));
  } catch {
    throw invalid('', 'This is not valid JSON.');
  }
  const listed = isMap(value) && Array.isArray(value['servers']) ? value['servers'] : value;
  return (Array.isArray(listed) ? listed : [listed]).map((one: unknown) => {
    const found = readEntry(one);
    if ('entry' in found) return found.entry;
    throw new PlugboardError('registry-document-invalid', { file, issues: found.issues });
  });
}

function withoutMark(content: string): string {
  return content.charCodeAt(0) === 0xfeff ? content.slice(1) : content;
}

/** The highest version of each server. */
function latestOf(entries: readonly RegistryEntry[]): RegistryEntry[] {
  const latest = new Map<string, RegistryEntry>();
  for (const entry of entries) {
    const { name, version } = entry.server;
    const known = latest.get(name);
    if (!known || compareVersions(version, known.server.version) > 0) latest.set(name, entry);
  }
  return [...latest.values()];
}
