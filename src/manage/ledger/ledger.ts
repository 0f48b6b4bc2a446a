import { dirname } from 'node:path';
import { locationOf } from '../../clients/read-document.ts';
import type { Path, Value } from '../../model/value.ts';
import { getOwn, setOwn, valueAt } from '../../model/value.ts';
import { fingerprint } from '../../store/read/fingerprint.ts';
import { missingDirectories } from '../../store/state/directories.ts';
import { stateFile } from '../../store/state/places.ts';
import type { OpenDocument, PlanDraft } from '../plan/plan-draft.ts';
import { type Created, expectLedger, type Ledger, type Parked } from './ledger-file.ts';

/** Records the containers, and the file, created by writing at this path. */
export async function noteCreated(
  draft: PlanDraft,
  path: string,
  at: Path,
  { levels, file }: Pick<Created, 'levels' | 'file'>,
): Promise<void> {
  if (levels === 0 && !file) return;
  const directories = file ? await directoriesFor(draft, path) : [];
  const created: Created = { levels, file, ...(directories.length > 0 ? { directories } : {}) };
  await change(draft, path, (ledger) => setOwn(ledger.created, at.join('/'), created));
}

/** If a directory cannot be created, the write reports why. */
async function directoriesFor({ host }: PlanDraft, path: string): Promise<string[]> {
  return missingDirectories(host, dirname(path)).catch(() => []);
}

/** How many containers on the path are missing, including the document root. */
export function missingLevels(root: Value | undefined, at: Path): number {
  let depth = 0;
  while (depth < at.length && valueAt(root, at.slice(0, depth + 1)) !== undefined) depth += 1;
  return at.length - depth + (root === undefined ? 1 : 0);
}

/** What we created at this path, to be removed with the last entry. */
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

export async function parkedEntry(draft: PlanDraft, document: OpenDocument, name: string): Promise<Parked | undefined> {
  return isPartOfProject(document) ? undefined : getOwn((await read(draft, document.path)).parked, name);
}

export async function unpark(draft: PlanDraft, document: OpenDocument, name: string): Promise<void> {
  if (!isPartOfProject(document)) await change(draft, document.path, ({ parked }) => delete parked[name]);
}

/** Per-project entries are never parked: the project's own list disables them. */
function isPartOfProject({ client, place }: OpenDocument): boolean {
  return locationOf(client, place)?.atProject !== undefined;
}

function fileOf(draft: PlanDraft, path: string): string {
  const name = fingerprint(Buffer.from(path));
  return stateFile(draft.host, `ledger/${name}.json`);
}

/** The last text parsed in a plan, because a plan for many servers reads its ledger for each of them. */
const parsed = new WeakMap<PlanDraft, { readonly file: string; readonly text: string; readonly ledger: Ledger }>();

async function read(draft: PlanDraft, path: string): Promise<Ledger> {
  const file = fileOf(draft, path);
  const text = await draft.text(file);
  if (text === undefined) return { version: 1, path, created: {}, parked: {} };
  const known = parsed.get(draft);
  if (known?.file === file && known.text === text) return known.ledger;
  const ledger = expectLedger(text, file, path);
  parsed.set(draft, { file, text, ledger });
  return ledger;
}

async function change(draft: PlanDraft, path: string, how: (ledger: Ledger) => unknown): Promise<void> {
  const ledger = await read(draft, path);
  parsed.delete(draft);
  how(ledger);
  const empty = Object.keys(ledger.created).length === 0 && Object.keys(ledger.parked).length === 0;
  const file = fileOf(draft, path);
  const text = empty ? undefined : `${JSON.stringify(ledger, undefined, 2)}\n`;
  await draft.set(file, text);
  if (text !== undefined) parsed.set(draft, { file, text, ledger });
}
