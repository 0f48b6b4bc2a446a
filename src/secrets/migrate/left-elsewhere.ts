import { groupBy } from '../../discovery/group-by.ts';
import type { Host } from '../../model/host.ts';
import { isStateFile } from '../../store/state/places.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { EntryMigration } from './migrate-entry.ts';
import type { LeftSecret } from './migration.ts';
import { containsAny, spellings } from './old-backups.ts';

/** The lines of changed files that still contain a moved value: comments, and settings that are not part of a server. */
export function leftElsewhere(host: Host, { changes }: Plan, { entries, values }: EntryMigration): LeftSecret[] {
  const inFiles = groupBy(entries, ({ file }) => file);
  return changes
    .filter(({ path }) => !isStateFile(host, path))
    .flatMap(({ path, after = '' }) =>
      (inFiles.get(path) ?? []).flatMap(({ server, client, elsewhere, secrets }) =>
        secrets.flatMap((name) =>
          linesWith(after, values.get(name) ?? '').map((line): LeftSecret => ({
            server,
            client,
            file: path,
            ...(elsewhere !== undefined && { elsewhere }),
            field: name,
            line,
            why: 'elsewhere',
          })),
        ),
      ),
    );
}

/** Line numbers, from 1. A value of several lines is found where it begins. */
function linesWith(text: string, value: string): number[] {
  const needles = value === '' ? [] : spellings(value);
  if (!containsAny(text, needles)) return [];
  const found = needles.flatMap((needle) => {
    const starts: number[] = [];
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) starts.push(at);
    return starts.map((at) => text.slice(0, at).split('\n').length);
  });
  return [...new Set(found)];
}
