import { homedir } from 'node:os';
import { posix } from 'node:path';
import { ToolFailure } from '../failure.ts';
import { insidePath } from '../tools/project-path.ts';
import type { Api } from '../upstream/api.ts';
import type { Agent, Command, Paths, Session } from '../upstream/types.ts';
import { isDenied, passesUnasked } from './access.ts';
import { commandText, mentionsIn, runsShell } from './command-text.ts';

interface CommandUse {
  readonly command: Command;
  readonly words: string;
  /** The agent of the call or of the session. */
  readonly agent: string | undefined;
}

/** Rejects a command that exceeds the session's access: OpenCode does not check it. */
export async function checkCommandAccess(
  api: Api,
  { permission = [] }: Session,
  { command, words, agent: agentName }: CommandUse,
): Promise<void> {
  const text = commandText(command.template ?? '', words);
  if (runsShell(text) && !passesUnasked(permission, 'bash', '*'))
    throw new ToolFailure(
      'ACCESS_DENIED',
      `The command ${command.name} would run a shell command, which the access of this session does not allow.`,
      ['Remove !`…` from the arguments, or run it in a session with access full.'],
    );
  const agents = await api.get<Agent[]>('/agent');
  const name = command.agent ?? agentName ?? 'build';
  const isSubtask = command.subtask ?? agents.find((one) => one.name === name)?.mode === 'subagent';
  // OpenCode starts a subagent mentioned in the prompt without checking the permission.
  const mentioned = agents.map((one) => one.name).filter((one) => mentionsIn(text).has(one));
  const denied = [...(isSubtask ? [name] : []), ...mentioned].find((one) => isDenied(permission, 'task', one));
  if (denied === undefined) return;
  throw new ToolFailure(
    'ACCESS_DENIED',
    `The command ${command.name} would run the subagent ${denied}, which the access of this session denies.`,
    ['Run it in a session with another access level.'],
  );
}

/** Rejects files outside the project that OpenCode would attach because of a command's arguments. */
export async function checkCommandFiles(
  api: Api,
  { command: { template = '' }, words }: CommandUse,
  roots: readonly string[],
): Promise<void> {
  // Files named in the template itself are its author's choice.
  const own = mentionsIn(commandText(template, ''));
  const paths = [...mentionsIn(commandText(template, words))].filter((path) => !own.has(path));
  if (paths.length === 0) return;
  const { worktree } = await api.get<Paths>('/path');
  for (const path of paths) {
    const full = path.startsWith('~') ? posix.join(homedir(), path.slice(1)) : path;
    insidePath(api, full, roots);
    // OpenCode resolves paths from the repository root, which is the file system root without a repository.
    if (worktree !== '/') insidePath(api, posix.resolve(worktree.replaceAll('\\', '/'), full), roots);
  }
}
