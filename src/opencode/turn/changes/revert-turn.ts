import { posix } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { directoryLister } from '../../tools/project-path.ts';
import type { Api } from '../../upstream/api.ts';
import type { Message, Paths, Session } from '../../upstream/types.ts';
import { slashed, turnChanges } from './turn-changes.ts';

const MOST_MS = 3000;
const EVERY_MS = 100;

/**
 * Reverts a session to before a message. OpenCode may record the files of a turn after the turn has ended, and reverts
 * only what it has recorded, so files that the turn created are looked at afterwards and reverted again.
 */
export async function revertTurn(
  api: Api,
  id: string,
  messageID: string,
): Promise<{ readonly session: Session; readonly notReverted: readonly string[] }> {
  const messages = await api.get<Message[]>(`/session/${id}/message`);
  const dropped = messages.slice(
    Math.max(
      0,
      messages.findIndex(({ info }) => info.id === messageID),
    ),
  );
  const { files } = await turnChanges(api, id, messageID, dropped);
  const untracked = files.flatMap(({ file, untracked: isUntracked }) =>
    isUntracked && file !== undefined ? [file] : [],
  );
  const root = slashed((await api.get<Paths>('/path')).worktree);
  const fromRoot = (path: string): string => posix.relative(root, path);
  const created = createdFiles(slashed(api.directory), dropped).filter((path) => !untracked.includes(fromRoot(path)));
  const until = performance.now() + MOST_MS;
  for (;;) {
    const session = await api.post<Session>(`/session/${id}/revert`, { messageID });
    const left = await existing(api, created);
    if (left.length === 0 || performance.now() >= until)
      return { session, notReverted: [...untracked, ...left.map(fromRoot)] };
    await pause(EVERY_MS);
  }
}

/** Absolute paths of files below the directory that did not exist before these messages. */
function createdFiles(directory: string, messages: readonly Message[]): string[] {
  const paths = messages.flatMap(({ parts }) =>
    parts.map(({ state }) =>
      state?.status === 'completed' && state.metadata?.['exists'] === false ? state.metadata['filepath'] : undefined,
    ),
  );
  const below = paths.filter((path) => typeof path === 'string').map(slashed);
  return [...new Set(below)].filter((path) => path.startsWith(`${directory}/`));
}

async function existing(api: Api, paths: readonly string[]): Promise<string[]> {
  const list = directoryLister(api);
  const found: string[] = [];
  for (const path of paths) {
    const nodes = await list(posix.relative(slashed(api.directory), posix.dirname(path)) || '.');
    if (nodes.some(({ name }) => name === posix.basename(path))) found.push(path);
  }
  return found;
}
