import { ToolFailure } from '../failure.ts';
import { nearest } from '../nearest.ts';
import type { Api } from '../upstream/api.ts';
import type { Agent, Command, ModelId, Provider, Providers } from '../upstream/types.ts';

/** `openai/gpt-5/fast` is model `gpt-5/fast` of `openai`. */
export function splitModel(text: string): ModelId {
  const at = text.indexOf('/');
  return { providerID: text.slice(0, at), modelID: text.slice(at + 1) };
}

/** Providers that can be used now. */
export function connectedProviders({ all, connected }: Providers): Provider[] {
  return all.filter(({ id }) => connected.includes(id));
}

/**
 * The model for a turn. One that OpenCode does not know would fail without words, and the session would keep it, so it
 * is looked up first; and it is always sent along, so that an unknown one of an earlier turn does no harm.
 */
export async function chooseModel(
  api: Api,
  wanted: string | undefined,
  fallback: string | undefined,
): Promise<ModelId | undefined> {
  const providers = await api.get<Providers>('/provider');
  const usable = connectedProviders(providers);
  const known = (id: ModelId): boolean =>
    usable.some((provider) => provider.id === id.providerID && Object.hasOwn(provider.models, id.modelID));
  const asked = wanted ?? fallback;
  if (asked !== undefined) {
    const id = splitModel(asked);
    if (known(id)) return id;
    const ids = usable.flatMap((provider) => Object.keys(provider.models).map((model) => `${provider.id}/${model}`));
    const near = nearest(asked, ids);
    throw new ToolFailure('MODEL_NOT_FOUND', `OpenCode has no model ${asked}.`, [
      ...(near.length > 0 ? [`Did you mean ${near.join(', ')}?`] : []),
      'Call opencode_model_list to see the models that can be used.',
    ]);
  }
  const { model } = await api.get<{ model?: string }>('/config');
  const configured = model === undefined ? undefined : splitModel(model);
  if (configured && known(configured)) return configured;
  if (usable.length > 0) return undefined;
  throw new ToolFailure('MODEL_NOT_FOUND', 'No provider of models is set up in OpenCode.', [
    'Set a key with opencode_auth_set (toolset config), or run `opencode auth login`.',
  ]);
}

export async function checkAgent(api: Api, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const names = (await api.get<Agent[]>('/agent')).map((agent) => agent.name);
  if (names.includes(name)) return;
  throw new ToolFailure('AGENT_NOT_FOUND', `OpenCode has no agent ${name}.`, [`Agents: ${names.join(', ')}.`]);
}

export async function checkCommand(api: Api, name: string): Promise<void> {
  const names = (await api.get<Command[]>('/command')).map((command) => command.name);
  if (names.includes(name)) return;
  throw new ToolFailure('COMMAND_NOT_FOUND', `OpenCode has no command ${name}.`, [`Commands: ${names.join(', ')}.`]);
}
