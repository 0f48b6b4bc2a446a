import { z } from 'zod';
import { accessRules } from '../turn/access.ts';
import { createSession, limitSession } from '../turn/sessions.ts';
import { acts } from './annotations.ts';
import { directory, sessionId } from './fields.ts';
import { tool } from './tool.ts';
import { access, turn, turnFields, turnOutput } from './turn-fields.ts';

export const run = tool({
  name: 'opencode_run',
  title: 'Run a task',
  toolset: 'core',
  description:
    'Give OpenCode, a coding agent, a task in a project and wait for its result: the answer and the files it changed. A new session is opened unless sessionId names one. Long tasks: pass waitSeconds 0 and follow with opencode_session_status.',
  annotations: acts,
  input: z.object({
    ...turnFields,
    directory,
    sessionId: sessionId.optional(),
    access,
    title: z.string().min(1).optional().describe('Title of the new session.'),
  }),
  output: turnOutput,
  run: (input, call) =>
    turn(call, input, async (api) => {
      const rules = input.access ? accessRules(input.access) : undefined;
      if (input.sessionId !== undefined) return limitSession(api, input.sessionId, rules);
      return (await createSession(api, { title: input.title, permission: rules })).id;
    }),
});
