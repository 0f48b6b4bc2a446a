import type { ClientId } from '../clients/registry.ts';
import { isError } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import type { Environment } from '../model/reference.ts';
import { setOwn } from '../model/value.ts';
import { nodeHost } from '../store/host/node-host.ts';
import type { Candidate } from './candidates.ts';
import { chooseDefinitions } from './choose-definitions.ts';
import { discover, distinct } from './discover.ts';
import {
  type ConfigSource,
  type DisabledConfig,
  type LoadedConfigs,
  type ShadowedConfig,
  sourceOf,
} from './loaded-configs.ts';
import { type MCPServerConfig, serverConfig } from './server-config.ts';

export interface LoadOptions {
  /** Absolute path; the working directory if absent. */
  readonly project?: string;
  /** All clients if absent. */
  readonly clients?: readonly ClientId[];
  /** Values for references; the environment of the host if absent. */
  readonly env?: Environment;
  /** This machine if absent. */
  readonly host?: Host;
}

/** One usable config per name from the files of all clients. Starts and contacts nothing. */
export async function loadAllMCPConfigs(options: LoadOptions = {}): Promise<LoadedConfigs> {
  const host = options.host ?? nodeHost();
  const env = options.env ?? host.env;
  const discovery = await discover(host, options);
  const choices = chooseDefinitions(discovery, env);
  const configs: Record<string, MCPServerConfig> = {};
  const sources: Record<string, ConfigSource> = {};
  const shadowed: ShadowedConfig[] = [];
  const disabled: DisabledConfig[] = [];
  for (const { name, taken, disabled: isOff, all } of choices) {
    if (taken && isOff) disabled.push(Object.assign(sourceOf(taken.entry), { name }));
    else if (taken) {
      setOwn(configs, name, serverConfig(taken.entry.server, env));
      setOwn(sources, name, sourceOf(taken.entry));
    }
    for (const candidate of all) if (candidate !== taken) shadowed.push(shadowedConfig(candidate, taken));
  }
  const inFiles = discovery.clients.flatMap(({ files }) => files.flatMap(({ issues }) => issues));
  const issues = distinct([...inFiles, ...choices.flatMap(({ all }) => all.flatMap((candidate) => candidate.issues))]);
  const warnings = issues.filter((issue) => !isError(issue));
  return { configs, sources, shadowed, disabled, errors: issues.filter(isError), warnings };
}

/** Candidates before the active one are unusable; those after it have a lower priority. */
function shadowedConfig({ entry, issues, usable }: Candidate, taken: Candidate | undefined): ShadowedConfig {
  return Object.assign(sourceOf(entry), {
    name: entry.name,
    why: usable ? ('higher-priority' as const) : ('invalid' as const),
    ...(taken ? { by: sourceOf(taken.entry) } : {}),
    issues,
  });
}
