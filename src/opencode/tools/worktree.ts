import { posix, win32 } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type InputRequiredResult, isInputRequiredResult } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { acts } from '../../mcp/annotations.ts';
import { didYouMean } from '../../mcp/nearest.ts';
import type { Host } from '../../model/host.ts';
import type { Ended } from '../../store/credentials/run-vault-program.ts';
import { type InnerRepository, innerRepositories } from '../../store/git/inner-repositories.ts';
import { isWorktreeOf } from '../../store/git/is-worktree-of.ts';
import { readGit, type GitReading, type GitWork, workWithGit } from '../../store/git/run-git.ts';
import { ToolFailure } from '../failure.ts';
import { isAnyRunning } from '../turn/is-any-running.ts';
import { checkCanceled } from '../turn/reserve.ts';
import { Api } from '../upstream/api.ts';
import type { FileDiff, Paths, Project } from '../upstream/types.ts';
import { directory } from './fields.ts';
import { type Data, tool, type ToolCall } from './tool.ts';
import { refuseUnused } from './unused.ts';

interface Created {
  readonly name: string;
  readonly branch: string;
  readonly directory: string;
}

/** OpenCode fills a worktree after responding; in a large project that takes a while. */
const filledWithin = 120_000;

export const worktree = tool({
  name: 'opencode_worktree',
  title: 'Worktrees',
  toolset: 'files',
  description:
    'List, create, merge or remove git worktrees of the project, for isolated work. merge commits uncommitted changes, merges the branch into the project and removes the worktree; files ignored by git and repositories inside it are not merged. opencode_vcs_diff with its directory shows its changes.',
  annotations: acts,
  input: z.object({
    directory,
    action: z.enum(['list', 'create', 'merge', 'remove']),
    name: z
      .string()
      .regex(/^[\w.-]+$/, 'letters, digits, dots and hyphens')
      .optional()
      .describe('For create.'),
    path: z.string().min(1).optional().describe('For merge and remove: its directory.'),
    force: z.boolean().default(false).describe('Discard unmerged work, ignored files and repositories inside.'),
  }),
  output: z.looseObject({ worktrees: z.array(z.string()) }),
  async run({ directory: asked, action, name, path, force }, call) {
    refuseUnused(call, unusedBy[action], `with action ${action}`);
    const api = await call.api(asked);
    if (action === 'list') return { worktrees: await listOf(api) };
    if (action === 'create') {
      const created = await create(call, api, name);
      return { created, worktrees: await listOf(api) };
    }
    const known = await listOf(api);
    if (path === undefined || !known.includes(path))
      throw new ToolFailure('FILE_NOT_FOUND', `${path ?? 'Nothing'} is not a worktree of this project.`, [
        didYouMean(path ?? '', known, 'Worktrees'),
      ]);
    const there = new Api(api.endpoint, path);
    const others = (await call.app.connection.others()).map((endpoint) => new Api(endpoint, path));
    if (await isAnyRunning([there, ...others]))
      throw new ToolFailure('SESSION_BUSY', `OpenCode is still running in ${path}.`, [
        'Wait for it with opencode_session_status, or stop it with opencode_session_abort.',
      ]);
    if (action === 'merge' || !force) await checkIsWorktree(call.app.host, api, path);
    if (!force) await checkNothingLost(call.app.host, there, action);
    const merged = action === 'merge' ? await merge(call.app.host, api, path) : {};
    await api.send('DELETE', '/experimental/worktree', { directory: path });
    return { ...merged, removed: path, worktrees: await listOf(api) };
  },
});

const unusedBy = { list: ['name', 'path', 'force'], create: ['path', 'force'], merge: ['name'], remove: ['name'] };

function listOf(api: Api): Promise<string[]> {
  return api.get<string[]>('/experimental/worktree');
}

async function create(call: ToolCall, api: Api, name: string | undefined): Promise<Created> {
  await checkHasCommit(call.app.host, api);
  const created = await api.post<Created>('/experimental/worktree', name === undefined ? {} : { name });
  const there = new Api(api.endpoint, created.directory);
  const until = Date.now() + filledWithin;
  while ((await there.get<FileDiff[]>('/vcs/status')).length > 0) {
    if (Date.now() > until || call.signal.aborted) {
      await api.send('DELETE', '/experimental/worktree', { directory: created.directory });
      checkCanceled(call);
      throw new ToolFailure('TIMEOUT', `OpenCode did not fill the worktree ${created.directory} in time.`, [
        'Try again.',
      ]);
    }
    await delay(200);
  }
  return created;
}

/** A worktree starts at the last commit, so there must be one. */
async function checkHasCommit(host: Host, api: Api): Promise<void> {
  const { vcs } = await api.get<Project>('/project/current');
  const isEmpty = vcs === 'git' && api.endpoint.local && !(await hasCommit(host, api.directory));
  if (vcs === 'git' && !isEmpty) return;
  const reason = isEmpty ? 'has no commit yet' : 'is not in a git repository';
  throw new ToolFailure('UNSUPPORTED', `${api.directory} ${reason}, so it cannot have worktrees.`, [
    'Work in the directory itself, or ask the user to commit its files first.',
  ]);
}

function hasCommit(host: Host, path: string): Promise<boolean> {
  return read(host, path, 'rev-parse', '--verify', '--quiet', 'HEAD').then(
    () => true,
    () => false,
  );
}

/** Runs a task in a new worktree, which is kept so that its result can be reviewed and merged. */
export async function inWorktree(
  call: ToolCall,
  input: { readonly directory?: string | undefined },
  work: (place: { readonly directory: string }) => Promise<Data | InputRequiredResult>,
): Promise<Data | InputRequiredResult> {
  if (call.context.mcpReq.requestState() !== undefined) return work({ directory: call.app.settings.project });
  const api = await call.api(input.directory);
  const created = await create(call, api, undefined);
  const { branch, directory: path } = created;
  try {
    const result = await work({ directory: await samePlace(api, path) });
    if (isInputRequiredResult(result)) return result;
    const hint = `opencode_worktree merges (action merge) or discards (action remove) ${path}.`;
    return { ...result, worktree: { directory: path, branch }, next: [result['next'], hint].filter(Boolean).join(' ') };
  } catch (error) {
    // A turn that has started names its session, and its work is kept. A rejected one leaves nothing behind.
    const begun = error instanceof ToolFailure && error.details['sessionId'] !== undefined;
    if (!begun) await api.send('DELETE', '/experimental/worktree', { directory: path });
    throw error;
  }
}

/** The call's directory inside the worktree; it may be below the repository root. */
async function samePlace(api: Api, path: string): Promise<string> {
  const { worktree: root } = await api.get<Paths>('/path');
  const style = root.startsWith('/') ? posix : win32;
  return style.join(path, style.relative(root, api.directory));
}

/** Refuses a worktree whose `.git` was replaced, before git runs there: what it leads to would decide which programs run. */
async function checkIsWorktree(host: Host, { endpoint, directory: project }: Api, path: string): Promise<void> {
  if (!endpoint.local || (await isWorktreeOf(host, project, path).catch(() => false))) return;
  throw new ToolFailure('MERGE_FAILED', `${path}/.git does not lead to the repository of ${project}.`, [
    `Move ${path}/.git away, run "git worktree repair" in ${project}, and try again.`,
    'Or copy the files you need, and pass action remove with force true if the user agrees to lose the rest.',
  ]);
}

/** Refuses to delete work that exists nowhere else. A merge takes everything that git regards as part of the project. */
async function checkNothingLost(host: Host, there: Api, action: 'merge' | 'remove'): Promise<void> {
  const lost: string[] = [];
  const repositories = there.endpoint.local ? await repositoriesIn(host, there.directory) : [];
  // OpenCode would start git in them.
  if (action === 'remove' && repositories.length === 0) lost.push(...(await unmergedWork(there)));
  const ignored = await ignoredFiles(host, there);
  if (ignored === undefined) lost.push('possibly files ignored by git, which cannot be listed on another machine');
  else if (ignored.length > 0) lost.push(`files ignored by git: ${shortList(ignored)}`);
  const places = repositories.map(({ path }) => path);
  if (places.length > 0) lost.push(`repositories inside it, which are not merged: ${shortList(places)}`);
  if (lost.length === 0) return;
  const remedy =
    ignored?.length === 0 && places.length === 0 ? 'Merge it with action merge' : 'Copy the files you need';
  throw new ToolFailure(
    'CONFIRMATION_REQUIRED',
    `The worktree ${there.directory} has ${lost.join(', and ')}, which would be lost.`,
    [
      ...(places.length > 0 ? ['To merge the files of such a folder, move its .git out of the worktree.'] : []),
      `${remedy}, or pass force true if the user agrees to lose them.`,
    ],
    {
      ...(ignored && ignored.length > 0 && { ignored: ignored.slice(0, mostListed), ignoredTotal: ignored.length }),
      ...(places.length > 0 && { repositories: places.slice(0, mostListed), repositoriesTotal: places.length }),
    },
  );
}

async function unmergedWork(there: Api): Promise<string[]> {
  const [uncommitted, unmerged] = await Promise.all([
    there.get<FileDiff[]>('/vcs/status'),
    there.get<FileDiff[]>('/vcs/diff', { mode: 'branch' }),
  ]);
  if (uncommitted.length > 0) return [`${uncommitted.length} uncommitted files`];
  return unmerged.length > 0 ? [`${unmerged.length} unmerged files`] : [];
}

function shortList(paths: readonly string[]): string {
  return paths.slice(0, 10).join(', ');
}

const mostListed = 100;

/** Files that OpenCode itself adds to a project. */
const madeByOpencode = /^\.opencode\/(?:node_modules\/|package(?:-lock)?\.json|bun\.lockb?|\.gitignore)$/;

/** Files and directories in a worktree that git ignores; undefined if its disk is not accessible. */
async function ignoredFiles(host: Host, { endpoint, directory: path }: Api): Promise<string[] | undefined> {
  if (!endpoint.local) return undefined;
  const listed = await outputOf(
    readGit(host, path, ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']),
    'ls-files',
    path,
  );
  return listed.split('\0').filter((file) => file !== '' && !madeByOpencode.test(file));
}

async function repositoriesIn(host: Host, path: string): Promise<InnerRepository[]> {
  return innerRepositories(host, path).catch((error: Error) => {
    throw mergeFailure('ls-files', path, error.message);
  });
}

async function merge(host: Host, api: Api, path: string): Promise<Data> {
  if (!api.endpoint.local)
    throw new ToolFailure('UNSUPPORTED', 'The worktree is on another machine.', ['Merge it there.']);
  const changes = ['status', '--ignore-submodules=dirty', '--porcelain', '--untracked-files=no'] as const;
  if ((await work(host, api.directory, ...changes)) !== '')
    throw new ToolFailure('CONFIRMATION_REQUIRED', `${api.directory} has uncommitted changes.`, [
      'Commit or stash them first, then merge again.',
    ]);
  const branch = await read(host, path, 'rev-parse', '--abbrev-ref', 'HEAD');
  const repositories = await repositoriesIn(host, path);
  const leftOut = repositories.filter(({ isLeftOut }) => isLeftOut).map((one) => one.path);
  await work(host, path, 'add', '--all', '--', '.', ...leftOut.map((one) => `:(top,exclude,literal)${one}`));
  if ((await read(host, path, 'diff-index', '--cached', '--raw', 'HEAD')) !== '')
    await work(host, path, 'commit', '--message', `OpenCode work in ${branch}`);
  try {
    await work(host, api.directory, 'merge', '--no-edit', branch);
  } catch (error) {
    await work(host, api.directory, 'merge', '--abort').catch(() => undefined);
    throw error;
  }
  return {
    merged: branch,
    commit: await read(host, api.directory, 'rev-parse', 'HEAD'),
    ...(repositories.length > 0 && { notMerged: repositories.map((one) => one.path) }),
  };
}

/** The output of git; throws a ToolFailure if it failed. */
async function outputOf(running: Promise<Ended | undefined>, command: string, cwd: string): Promise<string> {
  const ended = await running.catch((error: Error) => ({ code: null, output: '', errors: error.message }));
  if (ended?.code === 0) return ended.output;
  throw mergeFailure(command, cwd, ended ? `${ended.output}${ended.errors}` : 'it is not in a git repository');
}

function mergeFailure(command: string, cwd: string, why: string): ToolFailure {
  return new ToolFailure('MERGE_FAILED', `git ${command} failed in ${cwd}: ${why.trim().slice(0, 1000)}`, [
    'The worktree and its branch are kept. Merge them manually.',
  ]);
}

async function read(host: Host, cwd: string, ...args: GitReading): Promise<string> {
  return (await outputOf(readGit(host, cwd, args), args[0], cwd)).trim();
}

async function work(host: Host, cwd: string, ...args: GitWork): Promise<string> {
  return (await outputOf(workWithGit(host, cwd, args), args[0], cwd)).trim();
}
