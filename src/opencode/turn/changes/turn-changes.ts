import { posix } from 'node:path';
import { pageList, sizeOf, tightRoom } from '../../../mcp/page.ts';
import { directoryLister, type FileNode } from '../../tools/project-path.ts';
import type { Data } from '../../tools/tool.ts';
import type { Api } from '../../upstream/api.ts';
import type { FileDiff, Message, Part, Paths, Project } from '../../upstream/types.ts';
import { turnDiff } from './turn-diff.ts';

export interface ChangedFile extends FileDiff {
  /** Ignored by git, in a nested repository, or outside the project: written by a tool, but without a diff. */
  readonly untracked?: true;
}

export interface Changes {
  readonly files: readonly ChangedFile[];
  /** Why the list may be incomplete. */
  readonly note?: string;
}

const writingTools = new Set(['write', 'edit', 'multiedit', 'patch', 'apply_patch']);

/** Why OpenCode does not record changes in a project, or undefined if it does. */
export async function unrecorded(api: Api): Promise<string | undefined> {
  const { vcs } = await api.get<Project>('/project/current');
  if (vcs !== 'git') return `${api.directory} is not in a git repository`;
  const { snapshot } = await api.get<{ snapshot?: boolean }>('/config');
  return snapshot === false ? 'the setting snapshot is false' : undefined;
}

/** The changes of a turn: those OpenCode recorded, and files written by tools that it does not record. */
export async function turnChanges(
  api: Api,
  sessionId: string,
  messageId: string,
  replies: readonly Message[],
): Promise<Changes> {
  const written = writtenFiles(api, replies);
  const reason = await unrecorded(api);
  if (reason !== undefined)
    return {
      files: written.map(untrackedFile),
      note: `OpenCode records no changes here, because ${reason}: only files written by its edit tools are listed, and nothing can be reverted.`,
    };
  const recorded = await turnDiff(api, sessionId, messageId, replies);
  // In a linked worktree, the worktree root differs from the root of the project.
  const { worktree } = await api.get<Paths>('/path');
  const root = slashed(worktree);
  const known = new Set(recorded.map(({ file = '' }) => posix.resolve(root, file)));
  const others = written.filter((file) => !known.has(posix.resolve(slashed(api.directory), file)));
  // Recorded paths are relative to the repository root, so all of them are.
  const untracked = (await unrecordedOnes(api, root, others)).map((file) =>
    untrackedFile(posix.relative(root, posix.resolve(slashed(api.directory), file))),
  );
  return { files: [...recorded, ...untracked] };
}

function untrackedFile(file: string): ChangedFile {
  return { file, additions: 0, deletions: 0, untracked: true };
}

function writtenFiles(api: Api, replies: readonly Message[]): string[] {
  const base = slashed(api.directory);
  const paths = replies
    .flatMap(({ parts }) => parts)
    .filter(({ tool = '', state }) => writingTools.has(tool) && state?.status === 'completed')
    .flatMap(pathsOf);
  return [...new Set(paths.map((path) => posix.relative(base, posix.resolve(base, slashed(path)))))];
}

function pathsOf({ state }: Part): string[] {
  const { filePath } = (state?.input ?? {}) as { filePath?: unknown };
  const { files } = (state?.metadata ?? {}) as { files?: readonly { filePath?: unknown }[] };
  return [filePath, ...(Array.isArray(files) ? files.map((file) => file.filePath) : [])].filter(
    (path) => typeof path === 'string',
  );
}

/** The maximum number of files checked for why they are not recorded. */
const mostExamined = 100;

/** Files that OpenCode does not record. A recorded file without a diff was changed back. */
async function unrecordedOnes(api: Api, root: string, files: readonly string[]): Promise<string[]> {
  const list = directoryLister(api);
  const found: string[] = [];
  for (const file of files.slice(0, mostExamined)) {
    const isOutside = posix.relative(root, posix.resolve(slashed(api.directory), file)).startsWith('../');
    if (isOutside || (await isUnrecorded(file, list))) found.push(file);
  }
  return found;
}

/** Whether a file below the directory is ignored by git or in a nested repository, such as a submodule. */
async function isUnrecorded(file: string, list: (directory: string) => Promise<readonly FileNode[]>): Promise<boolean> {
  if (file.startsWith('../')) return false;
  let directory = posix.dirname(file);
  const nodes = await list(directory);
  if (nodes.some(({ name, ignored }) => ignored && name === posix.basename(file))) return true;
  for (; directory !== '.'; directory = posix.dirname(directory))
    if ((await list(directory)).some(({ name }) => name === '.git')) return true;
  return false;
}

export function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

/** As many changed files as fit, else totals by directory. */
export function listChanges({ files, note }: Changes, room: number): Data {
  const all = files.map(counts);
  const about = note === undefined ? {} : { changesNote: note };
  const left = room - sizeOf(about);
  const whole = pageList(all, all.length, undefined, left);
  if (whole.nextCursor === undefined) return { filesChanged: whole.items, ...about };
  const changes = byDirectory(files, Math.floor(left / 2));
  const { items } = pageList(all, all.length, undefined, left - sizeOf(changes));
  return { filesChanged: items, changes, ...about };
}

export function counts({ file, status, additions, deletions, untracked }: ChangedFile): Data {
  return untracked ? { file, status: 'written', untracked } : { file, status, additions, deletions };
}

/** The number of directories in a summary. */
const mostDirectories = 20;

/** Totals of all changes and of the directories with the most changed files, as far as they fit. */
export function byDirectory(files: readonly FileDiff[], room: number): Data {
  const sums = new Map<string, { directory: string; files: number; additions: number; deletions: number }>();
  for (const { file = '', additions, deletions } of files) {
    const directory = posix.dirname(file).split('/').slice(0, 2).join('/');
    const sum = sums.get(directory) ?? { directory, files: 0, additions: 0, deletions: 0 };
    sums.set(directory, {
      directory,
      files: sum.files + 1,
      additions: sum.additions + additions,
      deletions: sum.deletions + deletions,
    });
  }
  const add = (pick: (one: FileDiff) => number): number => files.reduce((total, one) => total + pick(one), 0);
  const largest = [...sums.values()].toSorted((a, b) => b.files - a.files);
  return {
    files: files.length,
    additions: add(({ additions }) => additions),
    deletions: add(({ deletions }) => deletions),
    ...(room < tightRoom ? {} : { directories: pageList(largest, mostDirectories, undefined, room).items }),
  };
}
