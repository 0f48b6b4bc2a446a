import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type InputRequiredResult, isInputRequiredResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isLocal } from '../directory.ts';
import { ToolFailure } from '../failure.ts';
import { anyRuns } from '../turn/any-runs.ts';
import { checkCanceled } from '../turn/reserve.ts';
import { Api } from '../upstream/api.ts';
import type { FileDiff } from '../upstream/types.ts';
import { acts } from './annotations.ts';
import { directory } from './fields.ts';
import { type Data, tool, type ToolCall } from './tool.ts';

interface Created {
  readonly name: string;
  readonly branch: string;
  readonly directory: string;
}

/** OpenCode fills a worktree after it has answered; in a large project that takes its time. */
const filledWithin = 120_000;

export const worktree = tool({
  name: 'opencode_worktree',
  title: 'Worktrees',
  toolset: 'files',
  description:
    'List, create, merge or remove git worktrees of the project: copies in which OpenCode works apart. merge commits what is uncommitted in one, merges its branch into the project and removes it. opencode_vcs_diff with its directory shows its changes.',
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
    force: z.boolean().default(false).describe('Remove also with unmerged work.'),
  }),
  output: z.looseObject({ worktrees: z.array(z.string()) }),
  async run({ directory: asked, action, name, path, force }, call) {
    const api = await call.api(asked);
    if (action === 'list') return { worktrees: await listOf(api) };
    if (action === 'create') {
      const created = await create(call, api, name);
      return { created, worktrees: await listOf(api) };
    }
    const known = await listOf(api);
    if (path === undefined || !known.includes(path))
      throw new ToolFailure('FILE_NOT_FOUND', `${path ?? 'Nothing'} is not a worktree of this project.`, [
        known.length > 0 ? `Worktrees: ${known.join(', ')}.` : 'It has none.',
      ]);
    const there = new Api(api.endpoint, path);
    if (await anyRuns([there]))
      throw new ToolFailure('SESSION_BUSY', `OpenCode is still at work in ${path}.`, [
        'Wait for it with opencode_session_status, or stop it with opencode_session_abort.',
      ]);
    const merged = action === 'merge' ? await merge(api, path) : {};
    if (action === 'remove' && !force) await checkMerged(there);
    await api.send('DELETE', '/experimental/worktree', { directory: path });
    return { ...merged, removed: path, worktrees: await listOf(api) };
  },
});

function listOf(api: Api): Promise<string[]> {
  return api.get<string[]>('/experimental/worktree');
}

async function create(call: ToolCall, api: Api, name: string | undefined): Promise<Created> {
  const created = await api.post<Created>('/experimental/worktree', name === undefined ? {} : { name });
  const there = new Api(api.endpoint, created.directory);
  const until = Date.now() + filledWithin;
  while ((await there.get<FileDiff[]>('/vcs/status')).length > 0) {
    if (Date.now() > until || call.signal.aborted) {
      await api.send('DELETE', '/experimental/worktree', { directory: created.directory });
      checkCanceled(call);
      throw new ToolFailure('TIMEOUT', `OpenCode has not filled the worktree ${created.directory} in time.`, [
        'Try again.',
      ]);
    }
    await delay(200);
  }
  return created;
}

/** Runs a task in a worktree of its own, which is kept for its result to be looked at and merged. */
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
    const result = await work({ directory: path });
    if (isInputRequiredResult(result)) return result;
    const hint = `opencode_worktree merges (action merge) or discards (action remove) ${path}.`;
    return { ...result, worktree: { directory: path, branch }, next: [result['next'], hint].filter(Boolean).join(' ') };
  } catch (error) {
    // A turn that has begun names its session; its work is kept. One that was refused leaves nothing behind.
    const begun = error instanceof ToolFailure && error.details['sessionId'] !== undefined;
    if (!begun) await api.send('DELETE', '/experimental/worktree', { directory: path });
    throw error;
  }
}

async function checkMerged(there: Api): Promise<void> {
  const [uncommitted, unmerged] = await Promise.all([
    there.get<FileDiff[]>('/vcs/status'),
    there.get<FileDiff[]>('/vcs/diff', { mode: 'branch' }),
  ]);
  if (uncommitted.length === 0 && unmerged.length === 0) return;
  const what = uncommitted.length > 0 ? `${uncommitted.length} uncommitted files` : `${unmerged.length} unmerged files`;
  throw new ToolFailure('CONFIRMATION_REQUIRED', `The worktree ${there.directory} has ${what}, which would be lost.`, [
    'Merge it with action merge, or pass force true if the user wants to lose them.',
  ]);
}

async function merge(api: Api, path: string): Promise<Data> {
  if (!isLocal(api.endpoint))
    throw new ToolFailure('UNSUPPORTED', 'The worktree is on another machine.', ['Merge it there.']);
  if ((await git(api.directory, 'status', '--porcelain', '--untracked-files=no')) !== '')
    throw new ToolFailure('CONFIRMATION_REQUIRED', `${api.directory} has uncommitted changes.`, [
      'Have them committed or stashed first, then merge again.',
    ]);
  const branch = await git(path, 'rev-parse', '--abbrev-ref', 'HEAD');
  await git(path, 'add', '--all');
  if ((await git(path, 'status', '--porcelain')) !== '')
    await git(path, 'commit', '--message', `Work of OpenCode in ${branch}`);
  try {
    await git(api.directory, 'merge', '--no-edit', branch);
  } catch (error) {
    await git(api.directory, 'merge', '--abort').catch(() => undefined);
    throw error;
  }
  return { merged: branch, commit: await git(api.directory, 'rev-parse', 'HEAD') };
}

function git(cwd: string, ...args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    execFile('git', args, { cwd, windowsHide: true }, (error, stdout, stderr) => {
      if (!error) done(stdout.trim());
      else
        fail(
          new ToolFailure(
            'MERGE_FAILED',
            `git ${args[0]} failed in ${cwd}: ${(stdout + stderr).trim().slice(0, 1000)}`,
            ['Nothing is lost: the worktree and its branch are kept. Merge by hand.'],
          ),
        );
    });
  });
}
