import { didYouMean, nearest } from '../../mcp/nearest.ts';
import { ToolFailure } from '../failure.ts';
import type { Api } from '../upstream/api.ts';
import type { Agent, Command, ModelId, Provider, Providers, Session } from '../upstream/types.ts';

/** `openai/gpt-5/fast` is model `gpt-5/fast` of `openai`. */
export function splitModel(text: string): ModelId {
  const at = text.indexOf('/');
  return { providerID: text.slice(0, at), modelID: text.slice(at + 1) };
}

/** Providers that are ready to use. */
export function connectedProviders({ all, connected }: Providers): Provider[] {
  return all.filter(({ id }) => connected.includes(id));
}

export interface WantedModel {
  /** The model named in the call. */
  readonly model?: string | undefined;
  readonly variant?: string | undefined;
  /** The session, which keeps its own model. */
  readonly session?: Session | undefined;
  /** The default for calls and sessions that name none. */
  readonly fallback?: string | undefined;
}

/**
 * Chooses the model of a turn. OpenCode fails silently on an unknown model and the session keeps it, so the model is
 * looked up first, and always sent, to replace an unknown one from an earlier turn.
 */
export async function chooseModel(
  api: Api,
  { model, variant, session, fallback }: WantedModel,
): Promise<ModelId | undefined> {
  const providers = await api.get<Providers>('/provider');
  const usable = connectedProviders(providers);
  const known = (id: ModelId): boolean =>
    usable.some((provider) => provider.id === id.providerID && Object.hasOwn(provider.models, id.modelID));
  const ofSession = session?.model && { providerID: session.model.providerID, modelID: session.model.id };
  if (model === undefined && ofSession && known(ofSession)) return checkVariant(usable, ofSession, variant);
  const asked = model ?? fallback;
  if (asked !== undefined) {
    const id = splitModel(asked);
    if (known(id)) return checkVariant(usable, id, variant);
    throw unknownModel(asked, providers, usable);
  }
  const { model: configuredName } = await api.get<{ model?: string }>('/config');
  const configured = configuredName === undefined ? undefined : splitModel(configuredName);
  if (configured && known(configured)) return checkVariant(usable, configured, variant);
  if (usable.length > 0 && variant === undefined) return undefined;
  if (usable.length > 0)
    throw new ToolFailure('INVALID_INPUT', `No model is configured, so variant ${variant} cannot be used.`, [
      'Pass model too. opencode_model_list shows the variants of each model.',
    ]);
  throw new ToolFailure('MODEL_NOT_FOUND', 'No model provider is configured in OpenCode.', [
    'Set a key with opencode_auth_set, or run `opencode auth login`.',
  ]);
}

function unknownModel(asked: string, providers: Providers, usable: readonly Provider[]): ToolFailure {
  const { providerID } = splitModel(asked);
  const ids = usable.flatMap((provider) => Object.keys(provider.models).map((model) => `${provider.id}/${model}`));
  const see = 'Call opencode_model_list to see the available models.';
  const isUsable = usable.some(({ id }) => id === providerID);
  if (!isUsable && providers.all.some(({ id }) => id === providerID))
    return new ToolFailure('MODEL_NOT_FOUND', `No API key for provider "${providerID}".`, [
      `Set one with opencode_auth_set, or run \`opencode auth login\`.`,
      see,
    ]);
  const near = nearest(asked, ids);
  return new ToolFailure('MODEL_NOT_FOUND', `Unknown model "${asked}".`, [
    near.length > 0
      ? `Did you mean ${near.join(', ')}?`
      : didYouMean(
          providerID,
          usable.map(({ id }) => id),
          'Providers',
        ),
    see,
  ]);
}

/** OpenCode ignores a variant that the model does not have. */
function checkVariant(usable: readonly Provider[], id: ModelId, variant: string | undefined): ModelId {
  if (variant === undefined) return id;
  const model = usable.find((provider) => provider.id === id.providerID)?.models[id.modelID];
  const variants = Object.keys(model?.variants ?? {});
  if (variants.includes(variant)) return id;
  const name = `${id.providerID}/${id.modelID}`;
  throw new ToolFailure('INVALID_INPUT', `${name} has no variant ${variant}.`, [
    variants.length > 0 ? didYouMean(variant, variants, 'Variants') : 'It has no variants: omit variant.',
  ]);
}

/**
 * Chooses the agent of a turn: the named one, or that of the session. Also makes OpenCode open the project before the
 * turn: a turn aborted while the project opens corrupts it.
 */
export async function chooseAgent(
  api: Api,
  name: string | undefined,
  session: Session | undefined,
): Promise<string | undefined> {
  const names = (await api.get<Agent[]>('/agent')).map((agent) => agent.name);
  if (name !== undefined && !names.includes(name))
    throw new ToolFailure('AGENT_NOT_FOUND', `Unknown agent "${name}".`, [didYouMean(name, names, 'Agents')]);
  return name ?? names.find((known) => known === session?.agent);
}

export async function checkCommand(api: Api, name: string): Promise<Command> {
  const commands = await api.get<Command[]>('/command');
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const names = commands.map((command) => command.name);
  throw new ToolFailure('COMMAND_NOT_FOUND', `Unknown command "${name}".`, [didYouMean(name, names, 'Commands')]);
}
