import { invalidServer } from '../../live/invalid-server.ts';
import type { ApprovalDesk, ProjectServer } from '../../live/project-servers.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import type { Environment } from '../../model/reference.ts';
import { findByFingerprint } from '../../runtime/trust/find-by-fingerprint.ts';

/** A server that somebody means. */
export interface ChosenServer {
  readonly server: ProjectServer;
  /** As much of its fingerprint as they gave, which says that they have seen it; absent when they gave its name. */
  readonly seen?: string;
}

export interface Choice {
  readonly chosen: readonly ChosenServer[];
  /** Names of servers that are this person's own, so there is nothing to decide. */
  readonly own: readonly string[];
}

/**
 * What the words mean. A word that is the name of a server is that name, whatever else it could be: a project could give
 * one of its servers a name that looks like the fingerprint of another.
 */
export function chooseServers(words: readonly string[], desk: ApprovalDesk, env: Environment, least?: number): Choice {
  const chosen = new Map<ProjectServer, ChosenServer>();
  const own: string[] = [];
  for (const word of new Set(words)) {
    const invalid = desk.unusable.find(({ name }) => name === word);
    if (invalid) throw invalidServer(invalid);
    const ofSet = desk.ofProjects.find(({ toRun }) => toRun.name === word)?.toRun;
    const named = desk.all.find(({ name }) => name === word) ?? ofSet;
    const meant = named ?? byFingerprint(word, desk, env, least);
    const server = desk.ofProjects.find(({ toRun }) => toRun === meant);
    const seen = named ? undefined : word;
    if (server) chosen.set(server, { ...chosen.get(server), server, ...(seen !== undefined && { seen }) });
    else own.push(word);
  }
  return { chosen: [...chosen.values()], own };
}

function byFingerprint(
  word: string,
  { all, ofProjects }: ApprovalDesk,
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

/** A few letters alone are a name that was misspelled. */
function looksLikeFingerprint(word: string): boolean {
  return /^[\da-f]+$/i.test(word) && (word.length >= 8 || /\d/.test(word));
}
