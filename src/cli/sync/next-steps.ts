import { placeName, type SyncCell } from '../../manage/sync/sync-cell.ts';
import { sameValue } from '../../model/value.ts';

/** Returns the commands that take edits of clients into the catalog: one for each client where they contradict. */
export function pullSteps(cells: readonly SyncCell[]): string {
  const places = clashingPlaces(cells);
  if (places.length === 0) return 'Take these edits into the catalog: plugboard sync --pull';
  return `Take the edits of one client into the catalog: ${stepsFor(places, '--pull')}`;
}

/** Returns the commands that settle conflicts. Each of them does so when it is run. */
export function conflictSteps(cells: readonly SyncCell[]): string {
  const conflicts = cells.filter(({ outcome }) => outcome === 'conflict');
  const places = clashingPlaces(conflicts);
  if (!conflicts.some(isContested)) return `take the values of one client: ${stepsFor(places, '--pull')}`;
  const theirs =
    places.length === 0
      ? 'take those of the clients: plugboard sync --prefer theirs'
      : `take those of one client: ${stepsFor(places, '--prefer theirs')}`;
  return `take the catalog values: plugboard sync --prefer mine; ${theirs}; decide one by one at a terminal: plugboard sync`;
}

/** Whether a field has different values in the catalog and the client, and it is unknown whose counts. */
export function isContested({ changes }: Pick<SyncCell, 'changes'>): boolean {
  return changes.some(({ by }) => by === 'both');
}

/** The places of clients that changed the same field of a server to different values, which cannot all be taken. */
function clashingPlaces(cells: readonly SyncCell[]): string[] {
  const edits = cells.flatMap((cell) =>
    cell.changes.flatMap(({ path, theirs, by }) =>
      path.length > 0 && (by === 'theirs' || by === 'both')
        ? [{ cell, key: JSON.stringify([cell.name, path]), theirs }]
        : [],
    ),
  );
  const clashing = edits.filter(({ key, theirs }) =>
    edits.some((other) => other.key === key && !sameValue(other.theirs, theirs)),
  );
  return [...new Set(clashing.map(({ cell }) => placeName(cell)))];
}

function stepsFor(places: readonly string[], option: string): string {
  return places.map((place) => `plugboard sync ${place} ${option}`).join(' or ');
}
