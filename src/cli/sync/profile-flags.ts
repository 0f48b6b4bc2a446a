import { noSuchServer } from '../../manage/no-such-server.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Profile } from '../../model/fields/catalog-fields.ts';
import { getOwn, setOwn } from '../../model/value.ts';

/** Options that change a profile. */
export interface ProfileFlags {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  /** `server:tool` each. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** The profile with the changes of the options. */
export function changedProfile(
  profile: Profile,
  { add = [], remove = [], allow = [], deny = [] }: ProfileFlags,
): Profile {
  if ([add, remove, allow, deny].every((list) => list.length === 0))
    throw new PlugboardError('usage', { message: 'Nothing to change. Give --add, --remove, --allow or --deny.' });
  const absent = remove.find((name) => !profile.servers.includes(name));
  if (absent !== undefined) throw noSuchServer(absent, profile.servers);
  const servers = [...new Set([...profile.servers, ...add])].filter((name) => !remove.includes(name));
  const tools: Record<string, { allow?: readonly string[]; deny?: readonly string[] }> = {};
  for (const name of servers) {
    const before = getOwn(profile.tools ?? {}, name) ?? {};
    const lists = { allow: toolsOf(name, before.allow, allow), deny: toolsOf(name, before.deny, deny) };
    const filter = { ...(lists.allow && { allow: lists.allow }), ...(lists.deny && { deny: lists.deny }) };
    if (Object.keys(filter).length > 0) setOwn(tools, name, filter);
  }
  const unknown = [...allow, ...deny].find((word) => !servers.includes(serverOf(word)));
  if (unknown !== undefined)
    throw new PlugboardError('usage', { message: `"${unknown}" names no server of the profile; write server:tool` });
  return { servers, tools };
}

function serverOf(word: string): string {
  return word.slice(0, Math.max(0, word.indexOf(':')));
}

function toolsOf(name: string, before: readonly string[] | undefined, words: readonly string[]): string[] | undefined {
  const added = words.filter((word) => serverOf(word) === name).map((word) => word.slice(name.length + 1));
  return before || added.length > 0 ? [...new Set([...(before ?? []), ...added])] : undefined;
}
