import type { ApprovalContext, ProjectServer } from '../../live/approvals/project-servers.ts';
import { invalidServer } from '../../manage/invalid-server.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import type { Environment } from '../../model/reference.ts';
import { findByFingerprint } from '../../runtime/trust/find-by-fingerprint.ts';

/** A server selected by the user. */
export interface ChosenServer {
  readonly server: ProjectServer;
  /**
   * The part of its fingerprint that was given, which shows that the user has seen it; absent if the name was given.
   */
  readonly seen?: string;
}

export interface Choice {
  readonly chosen: readonly ChosenServer[];
  /** Names of the user's own servers, which need no approval. */
  readonly own: readonly string[];
}

/**
 * Finds servers by name or fingerprint. Names take precedence: a project could name a server like the fingerprint of
 * another.
 */
export function chooseServers(
  words: readonly string[],
  context: ApprovalContext,
  env: Environment,
  least?: number,
): Choice {
  const chosen = new Map<ProjectServer, ChosenServer>();
  const own: string[] = [];
  for (const word of new Set(words)) {
    const invalid = context.unusable.find(({ name }) => name === word);
    if (invalid) throw invalidServer(invalid);
    const ofSet = context.ofProjects.find(({ toRun }) => toRun.name === word)?.toRun;
    const named = context.all.find(({ name }) => name === word) ?? ofSet;
    const meant = named ?? byFingerprint(word, context, env, least);
    const server = context.ofProjects.find(({ toRun }) => toRun === meant);
    const seen = named ? undefined : word;
    if (server) chosen.set(server, { ...chosen.get(server), server, ...(seen !== undefined && { seen }) });
    else own.push(word);
  }
  return { chosen: [...chosen.values()], own };
}

function byFingerprint(
  word: string,
  { all, ofProjects }: ApprovalContext,
  env: Environment,
  least?: number,
): ProjectServer['toRun'] {
  if (!looksLikeFingerprint(word)) {
    throw noSuchServer(
      word,
      all.map(({ name }) => name),
    );
  }
  const toRuns = ofProjects.map(({ toRun }) => toRun);
  const found = findByFingerprint(word, toRuns, env, least);
  return toRuns.find((toRun) => toRun === found) as ProjectServer['toRun'];
}

/** A few letters without digits are more likely a misspelled name. */
function looksLikeFingerprint(word: string): boolean {
  return /^[\da-f]+$/i.test(word) && (word.length >= 8 || /\d/.test(word));
}
