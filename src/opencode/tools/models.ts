import { z } from 'zod';
import { ToolFailure } from '../failure.ts';
import { nearest } from '../nearest.ts';
import { mostChars, pageList } from '../page.ts';
import { chooseModel, connectedProviders } from '../turn/choices.ts';
import type { Agent, Model, Providers } from '../upstream/types.ts';
import { reads } from './annotations.ts';
import { cursor, directory, limit } from './fields.ts';
import { type Data, tool } from './tool.ts';

export const modelList = tool({
  name: 'opencode_model_list',
  title: 'List models',
  toolset: 'core',
  description: 'List the models that OpenCode can use, with their variants, and which is the default.',
  annotations: reads,
  input: z.object({
    directory,
    provider: z.string().min(1).optional().describe('Only its models.'),
    search: z.string().min(1).optional().describe('Text in id or name.'),
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
    checkProvider(
      input.provider,
      connected.map(({ id }) => id),
    );
    const wanted = input.search?.toLowerCase() ?? '';
    const all = connected
      .filter(({ id }) => input.provider === undefined || id === input.provider)
      .flatMap(({ id, models }) => Object.entries(models).map(([key, model]) => describe(`${id}/${key}`, model)))
      .filter(({ model, name }) => `${String(model)} ${String(name)}`.toLowerCase().includes(wanted));
    const { items, ...page } = pageList(all, input.limit, input.cursor, mostChars - 4000);
    const isConnected = ([id]: [string, string]): boolean => connected.some((provider) => provider.id === id);
    const defaults = Object.fromEntries(Object.entries(providers.default).filter(isConnected));
    const used = connected.length > 0 ? await chooseModel(api, undefined, call.app.settings.defaultModel) : undefined;
    return {
      models: items,
      ...page,
      // What OpenCode proposes for each provider, and the model that turns without a model use.
      defaults: used ? { ...defaults, [used.providerID]: used.modelID } : defaults,
      ...(used ? { default: `${used.providerID}/${used.modelID}` } : {}),
    };
  },
});

export function checkProvider(wanted: string | undefined, known: readonly string[]): void {
  if (wanted === undefined || known.includes(wanted)) return;
  const near = nearest(wanted, known);
  throw new ToolFailure('PROVIDER_NOT_FOUND', `OpenCode has no provider ${wanted}.`, [
    ...(near.length > 0 ? [`Did you mean ${near.join(', ')}?`] : []),
    'Call opencode_provider_list to see all providers.',
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
  description: 'List the agents of OpenCode and what they are for; subagents get work from others.',
  annotations: reads,
  input: z.object({
    directory,
    mode: z.enum(['primary', 'subagent', 'all']).optional(),
  }),
  output: z.looseObject({ agents: z.array(z.looseObject({ name: z.string(), mode: z.string() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const agents = (await api.get<Agent[]>('/agent')).filter(
      ({ mode, hidden }) => !hidden && (input.mode === undefined || mode === input.mode),
    );
    return { agents: agents.map(describeAgent) };
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
