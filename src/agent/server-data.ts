import { shadowWords } from '../manage/compare/shadow-words.ts';
import type { ListedServer } from '../manage/listed-server.ts';
import { masked } from '../manage/secrets/masked-server.ts';
import { inferTransport } from '../model/server.ts';
import type { Value } from '../model/value.ts';
import type { Data } from './tools/tool.ts';

/** A place as tools take it: `codex:user`. */
export function placeOf({ client, scope }: ListedServer): string {
  return `${client}:${scope}`;
}

/** The definition with secrets masked; references stay readable. */
export function shownDefinition({ server }: ListedServer): Data {
  const { disabled: _, ...definition } = server;
  return { ...(masked(definition as Value) as Data), transport: inferTransport(server) };
}

/** Why a definition is active or not. */
export function reasonData(one: ListedServer): Data {
  const { state, file, line, shadowed, trust, parked, isStarted } = one;
  const by = shadowed?.by;
  return {
    place: placeOf(one),
    state,
    file,
    line,
    ...(shadowed && { why: shadowed.why, reason: shadowWords[shadowed.why] }),
    ...(by && { by: { place: `${by.client.id}:${by.scope}`, file: by.file } }),
    ...(trust !== undefined && { why: 'needs-approval', reason: `the user has to act: ${trust}` }),
    ...(parked && { why: 'parked', reason: 'disabled by taking it out of the file' }),
    ...(isStarted && { why: 'switch-ignored', reason: 'disabled in the file, but the client starts it anyway' }),
  };
}
