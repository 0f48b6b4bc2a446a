import * as z from 'zod';
import { reads, replaces, writes } from '../../mcp/annotations.ts';
import { pageList, pageText } from '../../mcp/page.ts';
import { ToolFailure } from '../failure.ts';
import { chooseModel } from '../turn/choices.ts';
import { isAnyRunning } from '../turn/is-any-running.ts';
import type { Command } from '../upstream/types.ts';
import { cursor, directory, limit, model, sessionId } from './fields.ts';
import { tool } from './tool.ts';
import { refuseUnused } from './unused.ts';

/** Descriptions are pages long; the beginning is enough. */
const aboutChars = 300;

const about = (text: string | undefined): string => pageText((text ?? '').trim(), 0, aboutChars).text;

export const toolList = tool({
  name: 'opencode_tool_list',
  title: 'List OpenCode tools',
  toolset: 'admin',
  description: 'List the tools OpenCode gives its models, such as bash and edit.',
  annotations: reads,
  input: z.object({ directory, model, limit: limit(100, 200), cursor }),
  output: z.looseObject({ tools: z.array(z.looseObject({ name: z.string(), about: z.string() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const chosen = await chooseModel(api, { model: input.model, fallback: call.app.settings.defaultModel });
    const tools = chosen
      ? await api.get<{ id: string; description: string }[]>('/experimental/tool', {
          provider: chosen.providerID,
          model: chosen.modelID,
        })
      : (await api.get<string[]>('/experimental/tool/ids')).map((id) => ({ id, description: '' }));
    const all = tools.map(({ id, description }) => ({ name: id, about: about(description) }));
    const { items, ...page } = pageList(all, input.limit, input.cursor, call.room);
    return { tools: items, ...page };
  },
});

export const commandList = tool({
  name: 'opencode_command_list',
  title: 'List slash commands',
  toolset: 'admin',
  description: 'List the slash commands that opencode_session_command can run.',
  annotations: reads,
  input: z.object({
    directory,
    search: z.string().min(1).optional().describe('Text in the name.'),
    limit: limit(100, 200),
    cursor,
  }),
  output: z.looseObject({ commands: z.array(z.looseObject({ name: z.string(), about: z.string() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const all = (await api.get<Command[]>('/command')).filter(({ name }) => name.includes(input.search ?? ''));
    const shown = all.map(({ name, description, source, agent }) => ({
      name,
      about: about(description),
      source,
      agent,
    }));
    const { items, ...page } = pageList(shown, input.limit, input.cursor, call.room);
    return { commands: items, ...page };
  },
});

export const instanceReload = tool({
  name: 'opencode_instance_reload',
  title: 'Reload a project',
  toolset: 'admin',
  description:
    'Close and reopen a project in OpenCode to reload settings, skills and MCP servers. Stops running turns. server: restart OpenCode itself.',
  annotations: replaces,
  input: z.object({
    directory,
    server: z.boolean().default(false),
    force: z.boolean().default(false).describe('Stop running turns.'),
  }),
  output: z.looseObject({ directory: z.string(), reloaded: z.boolean() }),
  async run(input, call) {
    const api = await call.api(input.directory);
    if (input.server && call.app.connection.attached)
      throw new ToolFailure('UNSUPPORTED', 'Plugboard did not start this OpenCode server.', [
        'Restart it where it was started.',
      ]);
    if (!input.force && (await isAnyRunning(input.server ? await call.app.knownApis() : [api])))
      throw new ToolFailure('CONFIRMATION_REQUIRED', 'Running turns would be stopped.', [
        'Wait for them with opencode_session_status, or pass force true to stop them.',
      ]);
    if (!input.server) return { directory: api.directory, reloaded: await api.post<boolean>('/instance/dispose') };
    if (!(await call.app.connection.restart(input.force)))
      throw new ToolFailure(
        'CONFIRMATION_REQUIRED',
        'Other clients are using this OpenCode and would be interrupted.',
        ['Pass force true if the user agrees.'],
      );
    return { directory: api.directory, reloaded: true };
  },
});

const tuiActions = {
  'append-prompt': 'text',
  'submit-prompt': undefined,
  'clear-prompt': undefined,
  'show-toast': 'text',
  'execute-command': 'text',
  'select-session': 'sessionId',
  'open-help': undefined,
  'open-sessions': undefined,
  'open-models': undefined,
  'open-themes': undefined,
} as const;
type TuiAction = keyof typeof tuiActions;

export const tui = tool({
  name: 'opencode_tui',
  title: 'Control the terminal UI',
  toolset: 'admin',
  description: 'Control an OpenCode terminal UI attached to the server.',
  annotations: writes,
  input: z.object({
    directory,
    action: z.enum(Object.keys(tuiActions) as [TuiAction, ...TuiAction[]]),
    text: z.string().min(1).optional().describe('For append-prompt, show-toast, execute-command.'),
    variant: z.enum(['info', 'success', 'warning', 'error']).default('info').describe('For show-toast.'),
    sessionId: sessionId.optional().describe('For select-session.'),
  }),
  output: z.looseObject({ action: z.string(), sent: z.boolean() }),
  async run(input, call) {
    const needs = tuiActions[input.action];
    const others = ['text', 'sessionId', 'variant'].filter(
      (name) => name !== needs && !(name === 'variant' && input.action === 'show-toast'),
    );
    refuseUnused(call, others, `with ${input.action}`);
    const value = needs === undefined ? undefined : input[needs];
    if (needs !== undefined && value === undefined)
      throw new ToolFailure('INVALID_INPUT', `${input.action} needs ${needs}.`, [`Pass ${needs}.`]);
    const api = await call.api(input.directory);
    const bodies: Partial<Record<TuiAction, object>> = {
      'append-prompt': { text: value },
      'show-toast': { message: value, variant: input.variant },
      'execute-command': { command: value },
      'select-session': { sessionID: value },
    };
    return { action: input.action, sent: await api.post<boolean>(`/tui/${input.action}`, bodies[input.action] ?? {}) };
  },
});

export const logWrite = tool({
  name: 'opencode_log_write',
  title: 'Write to the log',
  toolset: 'admin',
  description: 'Write a line to the OpenCode log.',
  annotations: writes,
  input: z.object({
    directory,
    message: z.string().min(1).max(10_000),
    level: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
    service: z.string().min(1).default('plugboard'),
  }),
  output: z.looseObject({ written: z.boolean() }),
  async run({ directory: asked, message, level, service }, call) {
    const api = await call.api(asked);
    return { written: await api.post<boolean>('/log', { service, level, message }) };
  },
});
