import { createHash } from 'node:crypto';
import type { Path, Value, ValueMap } from '../model/value.ts';
import { getOwn, setOwn, valueAt } from '../model/value.ts';
import { stateFile } from '../store/places.ts';
import type { PlanDraft } from './plan-draft.ts';

/**
 * What we have put into somebody's file and must be able to take back: containers, and the file itself, that were not
 * there before us, and entries parked because their client has no switch. It stands in our state directory, one ledger
 * for each file, never in a client's file, and changes in the same step as the file it speaks of.
 */
export interface Ledger {
  readonly version: 1;
  readonly path: string;
  /** By place in the file. */
  readonly created: Record<string, Created>;
  /** By name. */
  readonly parked: Record<string, Parked>;
}

export interface Created {
  /** How many containers around the servers, from the inside out. */
  readonly levels: number;
  /** The file itself. */
  readonly file: boolean;
}

export interface Parked {
  /** The entry as it stood in the file. */
  readonly native: ValueMap;
  /** The file with the entry, to be put back as it was when nobody has touched the file since. */
  readonly before: string;
  readonly after: string;
}

/** Remembers the containers, and the file, that writing at this place is going to make. */
export async function noteCreated(draft: PlanDraft, path: string, root: Value | undefined, at: Path): Promise<void> {
  const created = { levels: missingLevels(root, at), file: (await draft.text(path)) === undefined };
  if (created.levels === 0 && !created.file) return;
  await change(draft, path, (ledger) => setOwn(ledger.created, at.join('/'), created));
}

function missingLevels(root: Value | undefined, at: Path): number {
  let depth = 0;
  while (depth < at.length && valueAt(root, at.slice(0, depth + 1)) !== undefined) depth += 1;
  return at.length - depth + (root === undefined ? 1 : 0);
}

/** What at this place is ours, to go with the last entry. */
export async function createdAt(draft: PlanDraft, path: string, at: Path): Promise<Created> {
  const { created } = await read(draft, path);
  return getOwn(created, at.join('/')) ?? { levels: 0, file: false };
}

export async function forgetCreated(draft: PlanDraft, path: string, at: Path): Promise<void> {
  await change(draft, path, ({ created }) => delete created[at.join('/')]);
}

export async function park(draft: PlanDraft, path: string, name: string, parked: Parked): Promise<void> {
  await change(draft, path, (ledger) => setOwn(ledger.parked, name, parked));
}

export async function parkedEntry(draft: PlanDraft, path: string, name: string): Promise<Parked | undefined> {
  return getOwn((await read(draft, path)).parked, name);
}

export async function unpark(draft: PlanDraft, path: string, name: string): Promise<void> {
  await change(draft, path, ({ parked }) => delete parked[name]);
}

function fileOf(draft: PlanDraft, path: string): string {
  const name = createHash('sha256').update(path).digest('hex').slice(0, 24);
  return stateFile(draft.host, `ledger/${name}.json`);
}

async function read(draft: PlanDraft, path: string): Promise<Ledger> {
  const text = await draft.text(fileOf(draft, path));
  return text === undefined ? { version: 1, path, created: {}, parked: {} } : (JSON.parse(text) as Ledger);
}

async function change(draft: PlanDraft, path: string, how: (ledger: Ledger) => unknown): Promise<void> {
  const ledger = await read(draft, path);
  how(ledger);
  const empty = Object.keys(ledger.created).length === 0 && Object.keys(ledger.parked).length === 0;
  await draft.set(fileOf(draft, path), empty ? undefined : `${JSON.stringify(ledger, undefined, 2)}\n`);
}
