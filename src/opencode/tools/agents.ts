import { join } from 'node:path';
import * as z from 'zod';
import { acts, creates, reads } from '../../mcp/annotations.ts';
import { maxChars } from '../../mcp/arguments.ts';
import { didYouMean } from '../../mcp/nearest.ts';
import { fitText, pageList, cursorOffset, sizeOf, toCursor } from '../../mcp/page.ts';
import { commit } from '../../store/write/apply-plan.ts';
import { reload } from '../config/reload.ts';
import { ToolFailure } from '../failure.ts';
import type { Paths, Skill } from '../upstream/types.ts';
import { cursor, directory, scope, sessionId } from './fields.ts';
import { type Data, tool } from './tool.ts';
import { access, turn, turnFields, turnOutput } from './turn-fields.ts';

export const agentDelegate = tool({
  name: 'opencode_agent_delegate',
  title: 'Delegate to an agent',
  toolset: 'agents',
  description: 'Run a task with an OpenCode agent, such as plan or explore. Options as in opencode_run.',
  annotations: acts,
  input: z.object({
    ...turnFields,
    directory,
    agent: z.string().min(1).describe('Name from opencode_agent_list.'),
    sessionId: sessionId.optional(),
    access,
  }),
  output: turnOutput,
  run: (input, call) => turn(call, input, input),
});

export const skillList = tool({
  name: 'opencode_skill_list',
  title: 'List skills',
  toolset: 'agents',
  description: 'List OpenCode skills: instructions for specific kinds of work.',
  annotations: reads,
  input: z.object({ directory, cursor }),
  output: z.looseObject({ skills: z.array(z.looseObject({ name: z.string(), location: z.string() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const skills = (await api.get<Skill[]>('/skill')).map(({ name, description, location }) => ({
      name,
      description,
      location,
    }));
    const { items, ...page } = pageList(skills, skills.length, input.cursor, call.room);
    return { skills: items, ...page };
  },
});

export const skillLoad = tool({
  name: 'opencode_skill_load',
  title: 'Read a skill',
  toolset: 'agents',
  description: 'Read the instructions of a skill.',
  annotations: reads,
  input: z.object({ directory, name: z.string().min(1).describe('Name from opencode_skill_list.'), maxChars, cursor }),
  output: z.looseObject({ name: z.string(), content: z.string() }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const skills = await api.get<Skill[]>('/skill');
    const skill = skills.find(({ name }) => name === input.name);
    if (!skill)
      throw new ToolFailure('SKILL_NOT_FOUND', `Unknown skill "${input.name}".`, [
        didYouMean(
          input.name,
          skills.map(({ name }) => name),
          'Skills',
        ),
      ]);
    const { name, description, location, content } = skill;
    const about = { name, description, location };
    const rest = (at: number): Data => ({ truncated: true, total: content.length, nextCursor: toCursor({ at }) });
    const room = call.room - sizeOf({ ...about, content: '', ...rest(content.length) });
    const { text, next } = fitText(content, cursorOffset(input.cursor), room);
    return { ...about, content: text, ...(next === undefined ? {} : rest(next)) };
  },
});

export const skillCreate = tool({
  name: 'opencode_skill_create',
  title: 'Create a skill',
  toolset: 'agents',
  description: 'Create a skill: instructions that OpenCode follows when a task matches the description.',
  annotations: creates,
  input: z.object({
    directory,
    name: z
      .string()
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case letters, digits and single hyphens')
      .max(64)
      .describe('For example release-notes.'),
    description: z.string().min(1).max(1024).describe('When to use it.'),
    content: z.string().min(1).describe('Markdown.'),
    scope: scope.default('project'),
  }),
  output: z.looseObject({ name: z.string(), file: z.string(), loaded: z.boolean() }),
  async run({ directory: asked, name, description, content, scope: where }, call) {
    const { app } = call;
    const api = await call.api(asked);
    if (!api.endpoint.local)
      throw new ToolFailure('UNSUPPORTED', 'The server is on another machine.', ['Write the skill there.']);
    const base = where === 'project' ? join(api.directory, '.opencode') : (await api.get<Paths>('/path')).config;
    const path = join(base, 'skills', name, 'SKILL.md');
    const taken = (await api.get<Skill[]>('/skill')).some((skill) => skill.name === name);
    if (taken || (await app.host.fs.kindOf(path)) !== undefined)
      throw new ToolFailure('SKILL_EXISTS', `Skill "${name}" already exists.`, ['Choose another name.']);
    const after = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${content.trimEnd()}\n`;
    const changes = [{ path, before: undefined, after }];
    const title = `opencode: skill ${name}`;
    await commit(app.host, async () => ({ title, servers: [], changes, losses: [], unwritten: [], diagnostics: [] }));
    const effective = await reload(app, api, 'project');
    const loaded = (await api.get<Skill[]>('/skill')).some((skill) => skill.name === name);
    return { name, file: path, loaded, effective };
  },
});
