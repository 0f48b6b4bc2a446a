import { findingOn } from '../finding.ts';
import type { EntryCheck } from '../types.ts';

/** Names that a client keeps for itself or cannot use. */
export const names: EntryCheck = ({ entries }) =>
  entries.flatMap((subject) => {
    const { client, name } = subject.entry;
    const isReserved = client.names?.reserved?.includes(name) ?? false;
    if (!isReserved && client.names?.pattern?.test(name) !== false) return [];
    const evidence = [
      isReserved ? 'it keeps this name for itself' : `names must match ${client.names?.pattern?.source}`,
    ];
    return [findingOn(subject, 'name-unusable', { name, client: client.name }, { evidence })];
  });
