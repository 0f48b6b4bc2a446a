import { isMap } from '../../model/value.ts';
import type { ServerStatus } from '../server-json/server-json.ts';
import type { IndexPlace } from './index-place.ts';

/** What the files of an index are, and how far it is. */
export interface Manifest {
  readonly format: 1;
  /** Address of the registry. */
  readonly registry: string;
  /** Distinguishes the files of one build from those of another. */
  readonly generation: string;
  readonly servers: number;
  /** Bytes of the search text. */
  readonly searchBytes: number;
  /** Entries that did not match the schema and are left out. */
  readonly invalid: number;
  /** ISO time: everything that changed before is in the index. */
  readonly since: string;
  /** Of the first page of changes since then. */
  readonly etag?: string;
  /** ISO time of the last answer of the registry. */
  readonly checkedAt: string;
  /** Versions other than the latest that were deprecated or deleted, by name. */
  readonly withdrawn: Readonly<Record<string, Readonly<Record<string, ServerStatus>>>>;
}

const NAME = 'manifest.json';

/** The manifest; undefined if there is none, or if it is damaged or of another registry. */
export async function readManifest(place: IndexPlace, registry: string): Promise<Manifest | undefined> {
  const bytes = await place.read(NAME);
  if (!bytes) return undefined;
  try {
    const manifest = JSON.parse(Buffer.from(bytes).toString()) as Manifest;
    return isManifest(manifest) && manifest.registry === registry ? manifest : undefined;
  } catch {
    return undefined;
  }
}

export async function writeManifest(place: IndexPlace, manifest: Manifest): Promise<void> {
  await place.write(NAME, Buffer.from(JSON.stringify(manifest)));
}

export function searchFile({ generation }: Pick<Manifest, 'generation'>): string {
  return `index-${generation}-search`;
}

export function documentFile({ generation }: Pick<Manifest, 'generation'>, number: number): string {
  return `index-${generation}-documents-${number}`;
}

/** The generation that a file of an index belongs to; undefined for other files. */
export function generationOf(name: string): string | undefined {
  return /^index-([a-z0-9]+-\d+)-/.exec(name)?.[1];
}

/** Generations start with their time. */
export function newGeneration(now: Date, process: number): string {
  return `${now.getTime().toString(36)}-${process}`;
}

function isManifest(value: unknown): value is Manifest {
  if (!isMap(value)) return false;
  const { format, registry, generation, servers, searchBytes, since, checkedAt, withdrawn } = value;
  return (
    format === 1 &&
    typeof registry === 'string' &&
    typeof generation === 'string' &&
    Number.isSafeInteger(servers) &&
    Number.isSafeInteger(searchBytes) &&
    [since, checkedAt].every((time) => typeof time === 'string' && !Number.isNaN(Date.parse(time))) &&
    isMap(withdrawn)
  );
}
