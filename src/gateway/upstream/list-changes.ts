import type { ListKind } from '../../runtime/connect/session/session.ts';

/** The lists that a notification of a server is about. */
export const listChanges: ReadonlyMap<string, readonly [ListKind, ...ListKind[]]> = new Map([
  ['notifications/tools/list_changed', ['tools']],
  ['notifications/prompts/list_changed', ['prompts']],
  ['notifications/resources/list_changed', ['resources', 'resourceTemplates']],
]);
