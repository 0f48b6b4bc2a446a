import * as z from 'zod';
import { reads } from '../../mcp/annotations.ts';
import { didYouMean } from '../../mcp/nearest.ts';
import { pageList, sizeOf } from '../../mcp/page.ts';
import { ToolFailure } from '../failure.ts';
import { chooseModel, connectedProviders } from '../turn/choices.ts';
import type { Agent, Model, Providers } from '../upstream/types.ts';
import { cursor, directory, limit } from './fields.ts';
import { type Data, tool } from './tool.ts';

export const modelList = tool({
  name: 'opencode_model_list',
  title: 'List models',
  toolset: 'core',
  description: 'List the available models, their variants and the default.',
  annotations: reads,
  input: z.object({
    directory,
    provider: z.string().min(1).optional().describe('Only models of this provider.'),
    search: z.string().min(1).optional().describe('Text in ID or name.'),
    limit: limit(50, 200),
    cursor,
  }),
  output: z.looseObject({
    models: z.array(z.looseObject({ model: z.string(), name: z.string() })),
    defaults: z.record(z.string(), z.string()),
  }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const providers = await api.get<Providers>('/provider');
    const connected = connectedProviders(providers);
    checkConnected(input.provider, providers);
    const wanted = input.search?.toLowerCase() ?? '';
    const all = connected
      .filter(({ id }) => input.provider === undefined || id === input.provider)
      .flatMap(({ id, models }) => Object.entries(models).map(([key, model]) => describe(`${id}/${key}`, model)))
      .filter(({ model, name }) => `${String(model)} ${String(name)}`.toLowerCase().includes(wanted));
    const isConnected = ([id]: [string, string]): boolean => connected.some((provider) => provider.id === id);
    const defaults = Object.fromEntries(Object.entries(providers.default).filter(isConnected));
    const used =
      connected.length > 0 ? await chooseModel(api, { fallback: call.app.settings.defaultModel }) : undefined;
    // OpenCode's default for each provider, and the model used when a turn names none.
    const about = {
      defaults: used ? { ...defaults, [used.providerID]: used.modelID } : defaults,
      ...(used ? { default: `${used.providerID}/${used.modelID}` } : {}),
    };
    const { items, ...page } = pageList(all, input.limit, input.cursor, call.room - sizeOf(about));
    return { models: items, ...page, ...about };
  },
});

export function checkProvider(wanted: string, known: readonly string[]): void {
  if (known.includes(wanted)) return;
  throw new ToolFailure('PROVIDER_NOT_FOUND', `Unknown provider "${wanted}".`, [
    didYouMean(wanted, known, 'Providers'),
    'Call opencode_provider_list to see all providers.',
  ]);
}

function checkConnected(wanted: string | undefined, { all, connected }: Providers): void {
  if (wanted === undefined || connected.includes(wanted)) return;
  checkProvider(wanted, [...new Set([...connected, ...all.map(({ id }) => id)])]);
  throw new ToolFailure('PROVIDER_NOT_FOUND', `No API key for provider "${wanted}".`, [
    'Set one with opencode_auth_set, or run `opencode auth login`.',
  ]);
}

function describe(id: string, { name, limit: limits, cost, capabilities, variants, status }: Model): Data {
  return {
    model: id,
    name,
    ...(limits?.context ? { context: limits.context } : {}),
    ...(limits?.output ? { output: limits.output } : {}),
    ...(cost?.input ? { cost: { input: cost.input, output: cost.output } } : {}),
    ...(capabilities?.reasoning ? { reasoning: true } : {}),
    ...(variants && Object.keys(variants).length > 0 ? { variants: Object.keys(variants) } : {}),
    ...(status && status !== 'active' ? { status } : {}),
  };
}

export const agentList = tool({
  name: 'opencode_agent_list',
  title: 'List agents',
  toolset: 'core',
  description: 'List OpenCode agents and their purposes; other agents delegate work to subagents.',
  annotations: reads,
  input: z.object({
    directory,
    mode: z.enum(['primary', 'subagent', 'all']).optional(),
    cursor,
  }),
  output: z.looseObject({ agents: z.array(z.looseObject({ name: z.string(), mode: z.string() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const agents = (await api.get<Agent[]>('/agent')).filter(
      ({ mode, hidden }) => !hidden && (input.mode === undefined || mode === input.mode),
    );
    const { items, ...page } = pageList(agents.map(describeAgent), agents.length, input.cursor, call.room);
    return { agents: items, ...page };
  },
});

function describeAgent({ name, mode, description, model, native }: Agent): Data {
  return {
    name,
    mode,
    ...(description === undefined ? {} : { description }),
    ...(model ? { model: `${model.providerID}/${model.modelID}` } : {}),
    custom: native !== true,
  };
}
