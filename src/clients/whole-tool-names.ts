import { because } from '../model/diagnostics/loss.ts';
import { matchesGlob } from '../model/glob.ts';
import type { Server, ToolFilter } from '../model/server.ts';
import { sameValue } from '../model/value.ts';
import type { Client, EntryWriter } from './types.ts';

/**
 * The server without patterns in its tool lists, for a client that compares whole names: there an allowed pattern would
 * leave no tool, and a denied one would have no effect. Lists that the entry has already stay as they are.
 */
export function withWholeToolNames(
  { toolNames }: Client,
  server: Server,
  entry: Pick<EntryWriter, 'reportLoss'>,
  present: Server | undefined,
): Server {
  const { tools } = server;
  if (toolNames !== 'whole' || !tools) return server;
  const isNew = (side: keyof ToolFilter): boolean => !sameValue(present?.tools?.[side], tools[side]);
  const allow = isNew('allow') ? textsIn(tools.allow) : undefined;
  const deny = isNew('deny') ? textsIn(tools.deny) : undefined;
  if (![...(allow ?? []), ...(deny ?? [])].some(isPattern)) return server;
  const allowed = allow && wholeAllowed(allow, deny ?? [], entry);
  const denied = deny && wholeDenied(deny, allowed !== undefined, entry);
  const { allow: ownAllow, deny: ownDeny, ...others } = tools;
  const lists = { allow: allow ? allowed : ownAllow, deny: deny ? denied : ownDeny };
  const left = { ...others, ...(lists.allow && { allow: lists.allow }), ...(lists.deny && { deny: lists.deny }) };
  const { tools: _, ...rest } = server;
  return Object.keys(left).length > 0 ? { ...rest, tools: left } : rest;
}

/** The allowed whole names that nothing denies; undefined if the list has patterns only. */
function wholeAllowed(
  allow: readonly string[],
  deny: readonly string[],
  entry: Pick<EntryWriter, 'reportLoss'>,
): string[] | undefined {
  if (allow.includes('*')) return undefined;
  const [patterns, whole] = [allow.filter(isPattern), allow.filter((name) => !isPattern(name))];
  const isLost = patterns.length > 0 && whole.length === 0;
  if (isLost) entry.reportLoss('tools.allow', 'dropped', because('tool-patterns-only', patterns.join(', ')));
  else if (patterns.length > 0) entry.reportLoss('tools.allow', 'mapped', because('tool-pattern', patterns.join(', ')));
  return isLost ? undefined : whole.filter((name) => !deny.some((pattern) => matchesGlob(pattern, name)));
}

/** The denied whole names; undefined if there are none. A list of allowed names has what patterns deny left out. */
function wholeDenied(
  deny: readonly string[],
  isAllowed: boolean,
  entry: Pick<EntryWriter, 'reportLoss'>,
): string[] | undefined {
  const [patterns, whole] = [deny.filter(isPattern), deny.filter((name) => !isPattern(name))];
  if (patterns.length > 0 && !isAllowed)
    entry.reportLoss(
      'tools.deny',
      whole.length > 0 ? 'mapped' : 'dropped',
      because('tool-pattern', patterns.join(', ')),
    );
  return whole.length > 0 ? whole : undefined;
}

function isPattern(name: string): boolean {
  return name.includes('*');
}

/** A file can have any value there; validation reports it. */
function textsIn(list: unknown): string[] | undefined {
  return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined;
}
