import type { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { isMap, type Value } from '../../model/value.ts';
import { readText } from '../../store/read/read-text.ts';
import { stateFile } from '../../store/state/places.ts';
import { containsAny, spellings } from './old-backups.ts';

/** Directories of our notes about config files: created and parked entries, and what a sync last wrote. */
const directories = ['ledger', 'sync'];

/**
 * Takes moved values out of our own notes, in the same change as the files. A text of a whole file that was kept to
 * restore a parked entry byte for byte no longer fits, and is emptied; any other value becomes a reference.
 */
export async function cleanState(draft: PlanDraft, values: ReadonlyMap<string, string>): Promise<void> {
  const { host } = draft;
  const needles = [...values.values()].flatMap(spellings);
  for (const directory of directories) {
    const path = stateFile(host, directory);
    const names = (await host.fs.kindOf(path)) === 'directory' ? await host.fs.readDirectory(path) : [];
    for (const name of names) {
      const file = `${path}/${name}`;
      const text = (await draft.text(file)) ?? textOf(await readText(host, file));
      if (text === undefined || !containsAny(text, needles)) continue;
      const cleaned = clean(JSON.parse(text) as Value, values);
      await draft.set(file, `${JSON.stringify(cleaned, undefined, 2)}\n`);
    }
  }
}

function textOf(read: Awaited<ReturnType<typeof readText>>): string | undefined {
  return 'text' in read ? read.text : undefined;
}

function clean(value: Value, values: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') return cleanText(value, values);
  if (Array.isArray(value)) return value.map((item) => clean(item, values));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clean(item, values)]));
}

function cleanText(text: string, values: ReadonlyMap<string, string>): string {
  if (text.includes('\n') && containsAny(text, [...values.values()].flatMap(spellings))) return '';
  let cleaned = text;
  for (const [name, value] of values) cleaned = cleaned.replaceAll(value, () => `\${${name}}`);
  return cleaned;
}
