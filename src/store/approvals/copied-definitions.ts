import type { Host } from '../../model/host.ts';
import type { CopiedDefinition } from '../../model/origin.ts';
import type { Server } from '../../model/server.ts';
import { withLock } from '../lock/lock.ts';
import { stateFile } from '../state/places.ts';
import { definitionKey } from './definition-key.ts';
import { damaged, readPrivateJson, writePrivateJson } from './private-file.ts';

/** Definitions that Plugboard copied out of projects. They need approval wherever they are. */
export interface CopiedDefinitions {
  /** Absolute path of the project the definition came from. */
  projectOf(server: Server): string | undefined;
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
  const records = await readRecords(host);
  const planned = host.plannedCopies ?? [];
  if (records.length === 0 && planned.length === 0) return { projectOf: () => undefined };
  const projects = new Map([
    ...planned.map(({ server, project }) => [definitionKey(server), project] as const),
    ...records.map(({ definition, project }) => [definition, project] as const),
  ]);
  return { projectOf: (server) => projects.get(definitionKey(server)) };
}

export async function recordCopies(host: Host, copied: readonly CopiedDefinition[]): Promise<void> {
  if (copied.length > 0) await withLock(host, {}, async () => recordCopiesLocked(host, copied));
}

/** Requires the lock. The first known project of a definition is kept: it may be approved there. */
export async function recordCopiesLocked(host: Host, copied: readonly CopiedDefinition[]): Promise<void> {
  if (copied.length === 0) return;
  const known = await readRecords(host);
  const definitions = new Map(known.map((record) => [record.definition, record]));
  const time = host.now().toISOString();
  for (const { server, project } of copied) {
    const definition = definitionKey(server);
    if (!definitions.has(definition)) definitions.set(definition, { definition, project, time });
  }
  if (definitions.size > known.length)
    await writePrivateJson(host, copiedDefinitionsPath(host), { version: 1, definitions: [...definitions.values()] });
}

async function readRecords(host: Host): Promise<readonly CopyRecord[]> {
  const path = copiedDefinitionsPath(host);
  const root = (await readPrivateJson(host, path)) as { version?: unknown; definitions?: unknown } | undefined | null;
  if (root === undefined) return [];
  if (root?.version !== 1 || !Array.isArray(root.definitions) || !root.definitions.every(isRecord)) throw damaged(path);
  return root.definitions;
}

function isRecord(value: unknown): value is CopyRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { definition, project, time } = value as Partial<CopyRecord>;
  return [definition, project, time].every((it) => typeof it === 'string');
}
