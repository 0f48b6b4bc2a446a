import type { Host } from '../../model/host.ts';
import type { CopiedDefinition } from '../../model/origin.ts';
import type { Server } from '../../model/server.ts';
import { withLock } from '../lock/lock.ts';
import { fingerprint } from '../read/fingerprint.ts';
import { stateFile } from '../state/places.ts';
import { definitionKey } from './definition-key.ts';
import { damaged, readPrivateJson, writePrivateJson } from './private-file.ts';

/** Definitions that Plugboard copied out of projects. They need approval wherever they are. */
export interface CopiedDefinitions {
  /** Absolute path of the project the definition came from. */
  projectOf(server: Server): string | undefined;
  /** Whether a word was in a definition that came from someone else, such as a project or a registry. */
  isBrought?(word: string): boolean;
}

/** Words of definitions that came from someone else, as hashes; the newest are kept. */
const MOST_WORDS = 10_000;

interface Records {
  readonly definitions: readonly CopyRecord[];
  readonly words: readonly string[];
}

interface CopyRecord {
  readonly definition: string;
  readonly project: string;
  /** ISO 8601. */
  readonly time: string;
}

export function copiedDefinitionsPath(host: Host): string {
  return stateFile(host, 'project-born.json');
}

export async function readCopiedDefinitions(host: Host): Promise<CopiedDefinitions> {
  const { definitions, words } = await readRecords(host);
  const planned = host.plannedCopies ?? [];
  const brought = new Set(words);
  const isBrought = (word: string): boolean => brought.size > 0 && brought.has(hashOf(word));
  if (definitions.length === 0 && planned.length === 0) return { projectOf: () => undefined, isBrought };
  const projects = new Map([
    ...planned.map(({ server, project }) => [definitionKey(server), project] as const),
    ...definitions.map(({ definition, project }) => [definition, project] as const),
  ]);
  return { projectOf: (server) => projects.get(definitionKey(server)), isBrought };
}

export async function recordCopies(host: Host, copied: readonly CopiedDefinition[]): Promise<void> {
  if (copied.length > 0) await withLock(host, {}, async () => recordCopiesLocked(host, copied));
}

/**
 * Requires the lock. The first known project of a definition is kept: it may be approved there. The words are those that
 * came from someone else, so that a later change shows them too, whatever file they are in by then.
 */
export async function recordCopiesLocked(
  host: Host,
  copied: readonly CopiedDefinition[],
  brought: readonly string[] = [],
): Promise<void> {
  if (copied.length === 0 && brought.length === 0) return;
  const known = await readRecords(host);
  const definitions = new Map(known.definitions.map((record) => [record.definition, record]));
  const time = host.now().toISOString();
  for (const { server, project } of copied) {
    const definition = definitionKey(server);
    if (!definitions.has(definition)) definitions.set(definition, { definition, project, time });
  }
  const words = new Set([...known.words, ...brought.map(hashOf)]);
  if (definitions.size === known.definitions.length && words.size === known.words.length) return;
  const value = { version: 1, definitions: [...definitions.values()], words: [...words].slice(-MOST_WORDS) };
  await writePrivateJson(host, copiedDefinitionsPath(host), value);
}

/** The words themselves may be secrets. */
function hashOf(word: string): string {
  return fingerprint(Buffer.from(word));
}

async function readRecords(host: Host): Promise<Records> {
  const path = copiedDefinitionsPath(host);
  const root = (await readPrivateJson(host, path)) as Partial<Records & { version: unknown }> | undefined | null;
  if (root === undefined) return { definitions: [], words: [] };
  // Files of older versions have no words.
  const { version, definitions, words = [] } = root ?? {};
  if (version !== 1 || !Array.isArray(definitions) || !definitions.every(isRecord)) throw damaged(path);
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) throw damaged(path);
  return { definitions, words };
}

function isRecord(value: unknown): value is CopyRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { definition, project, time } = value as Partial<CopyRecord>;
  return [definition, project, time].every((it) => typeof it === 'string');
}
