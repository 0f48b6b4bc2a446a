import type { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { readWritten, setWritten, writtenDirectory, writtenFiles } from '../../manage/sync/written-file.ts';
import type { Server } from '../../model/server.ts';
import { isMap, type Value } from '../../model/value.ts';
import { stateFile } from '../../store/state/places.ts';
import { containsAny, finderOf, spellings } from './old-backups.ts';

/** Values by the names that replace them. */
type Values = ReadonlyMap<string, string>;

/**
 * Takes moved values out of our own notes, in the same change as the files: the created and parked entries of a file, and
 * what a sync last wrote. A text of a whole file that was kept to restore a parked entry byte for byte no longer fits,
 * and is emptied; any other value becomes a reference.
 */
export async function cleanState(draft: PlanDraft, values: Values): Promise<void> {
  const needles = [...values.values()].flatMap(spellings);
  for (const { file, text } of await notesWith(draft, writtenDirectory, needles)) {
    const known = (await writtenFiles(draft)).find(({ file: one }) => one === file);
    // A damaged record says nothing.
    if (!known) {
      await draft.set(file, undefined);
      continue;
    }
    const servers = await readWritten(draft, known.path);
    const cleaned = servers.map((one) => ({ ...one, server: clean(one.server as Value, values) as Server }));
    await setWritten(draft, known.path, cleaned);
    if (containsAny((await draft.text(file)) ?? '', needles)) await draft.set(file, cleanText(text, values));
  }
  for (const { file, text } of await notesWith(draft, 'ledger', needles)) {
    const ledger = parsed(text);
    const cleaned = ledger === undefined ? undefined : clean(ledger, values);
    await draft.set(
      file,
      cleaned === undefined ? cleanText(text, values) : `${JSON.stringify(cleaned, undefined, 2)}\n`,
    );
  }
}

interface Note {
  readonly file: string;
  readonly text: string;
}

async function notesWith(draft: PlanDraft, directory: string, needles: readonly string[]): Promise<Note[]> {
  const { host } = draft;
  const path = stateFile(host, directory);
  const names = (await host.fs.kindOf(path)) === 'directory' ? await host.fs.readDirectory(path) : [];
  const notes: Note[] = [];
  const isTelling = finderOf(needles);
  for (const name of names) {
    const file = `${path}/${name}`;
    const text = await draft.text(file).catch(() => undefined);
    if (text !== undefined && isTelling(text)) notes.push({ file, text });
  }
  return notes;
}

function parsed(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

function clean(value: Value, values: Values): Value {
  if (typeof value === 'string') {
    const isWholeFile = value.includes('\n') && containsAny(value, [...values.values()].flatMap(spellings));
    return isWholeFile ? '' : cleanText(value, values);
  }
  if (Array.isArray(value)) return value.map((item) => clean(item, values));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clean(item, values)]));
}

/** The longest values first, because one may contain another. */
function cleanText(text: string, values: Values): string {
  let cleaned = text;
  for (const [name, value] of [...values].toSorted(([, a], [, b]) => b.length - a.length))
    for (const spelling of spellings(value)) cleaned = cleaned.replaceAll(spelling, () => `\${${name}}`);
  return cleaned;
}
