import type { ServerRow } from '../../../../src/api/contract/servers.ts';

/** What else a person should know about a row at first sight, in a few words each. */
export function explanations({ entries, differs, clients, toolChanges }: ServerRow): string[] {
  const shadowed = entries.filter(({ state }) => state === 'shadowed');
  const unusable = entries.filter(({ state }) => state === 'unusable');
  return [
    ...(toolChanges ? ['Tools changed since they were accepted'] : []),
    ...(shadowed.length > 0 ? [`${definitions(shadowed.length)} shadowed`] : []),
    ...(unusable.length > 0
      ? [`${unusable.length === 1 ? '1 definition' : `${unusable.length} definitions`} cannot be used`]
      : []),
    ...(differs && clients.length > 1 ? ['Not the same everywhere'] : []),
  ];
}

function definitions(count: number): string {
  return count === 1 ? '1 definition is' : `${count} definitions are`;
}
