import type { Path, Value, ValueMap } from '../model/value.ts';
import { getOwn, isMap, setOwn, valueAt } from '../model/value.ts';
import { stateFile } from '../store/places.ts';
import type { PlanDraft } from './plan-draft.ts';

/**
 * What we have put into other people's files and must be able to take back: files and containers that were not there
 * before us, and entries parked because their client has no switch. It stands in our state directory, never in a
 * client's file, and changes in the same step as the files it speaks of.
 */
interface Ledger {
  readonly version: 1;
  /** By file and place in it. */
  created: Record<string, Created>;
  /** By file and name. */
  parked: Record<string, Record<string, Parked>>;
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

const FILE = 'ledger.json';

async function readLedger(draft: PlanDraft): Promise<Ledger> {
  const text = await draft.text(stateFile(draft.host, FILE));
  return text === undefined ? { version: 1, created: {}, parked: {} } : (JSON.parse(text) as Ledger);
}

async function writeLedger(draft: PlanDraft, ledger: Ledger): Promise<void> {
  const empty = Object.keys(ledger.created).length === 0 && Object.keys(ledger.parked).length === 0;
  await draft.set(stateFile(draft.host, FILE), empty ? undefined : `${JSON.stringify(ledger, undefined, 2)}\n`);
}

/** Remembers the containers, and the file, that writing at this place is going to make. */
export async function noteCreated(draft: PlanDraft, path: string, root: Value | undefined, at: Path): Promise<void> {
  const created = { levels: missingLevels(root, at), file: (await draft.text(path)) === undefined };
  if (created.levels === 0 && !created.file) return;
  const ledger = await readLedger(draft);
  setOwn(ledger.created, keyOf(path, at), created);
  await writeLedger(draft, ledger);
}

/** One file may hold both servers and a list of those that are off. */
function keyOf(path: string, at: Path): string {
  return `${path}#${at.join('/')}`;
}

function missingLevels(root: Value | undefined, at: Path): number {
  let depth = 0;
  while (depth < at.length && valueAt(root, at.slice(0, depth + 1)) !== undefined) depth += 1;
  return at.length - depth + (root === undefined ? 1 : 0);
}

/** What at this place is ours, to go with the last entry. */
export async function createdAt(draft: PlanDraft, path: string, at: Path): Promise<Created> {
  return getOwn((await readLedger(draft)).created, keyOf(path, at)) ?? { levels: 0, file: false };
}

export async function forgetCreated(draft: PlanDraft, path: string, at: Path): Promise<void> {
  const ledger = await readLedger(draft);
  if (!Object.hasOwn(ledger.created, keyOf(path, at))) return;
  delete ledger.created[keyOf(path, at)];
  await writeLedger(draft, ledger);
}

export async function park(draft: PlanDraft, path: string, name: string, parked: Parked): Promise<void> {
  const ledger = await readLedger(draft);
  const entries = getOwn(ledger.parked, path) ?? {};
  setOwn(entries, name, parked);
  setOwn(ledger.parked, path, entries);
  await writeLedger(draft, ledger);
}

export async function parkedEntry(draft: PlanDraft, path: string, name: string): Promise<Parked | undefined> {
  const entries = getOwn((await readLedger(draft)).parked, path);
  return isMap(entries) ? getOwn(entries, name) : undefined;
}

export async function unpark(draft: PlanDraft, path: string, name: string): Promise<void> {
  const ledger = await readLedger(draft);
  const entries = getOwn(ledger.parked, path);
  if (!entries) return;
  delete entries[name];
  if (Object.keys(entries).length === 0) delete ledger.parked[path];
  await writeLedger(draft, ledger);
}
