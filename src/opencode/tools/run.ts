import * as z from 'zod';
import { acts } from '../../mcp/annotations.ts';
import { directory, sessionId } from './fields.ts';
import { tool } from './tool.ts';
import { access, turn, turnFields, turnOutput } from './turn-fields.ts';
import { inWorktree } from './worktree.ts';

export const run = tool({
  name: 'opencode_run',
  title: 'Run a task',
  toolset: 'core',
  description:
    'Run a task with OpenCode, a coding agent, in a project and wait for the answer and the changed files. Creates a session, or continues sessionId with its directory, model and agent. For long tasks pass waitSeconds 0 and poll opencode_session_status.',
  annotations: acts,
  input: z.object({
    ...turnFields,
    directory,
    sessionId: sessionId.optional(),
    access,
    title: z.string().min(1).optional().describe('Title of the new session.'),
    worktree: z
      .boolean()
      .default(false)
      .describe('Work in a new git worktree; merge or remove it with opencode_worktree.'),
  }),
  output: turnOutput,
  run: (input, call) =>
    input.worktree && input.sessionId === undefined
      ? inWorktree(call, input, (place) => turn(call, input, { ...input, ...place }))
      : turn(call, input, input),
});
