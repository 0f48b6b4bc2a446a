import { resolve } from 'node:path';
import type { Host } from '../model/host.ts';
import type { ManagerOptions } from '../runtime/manager.ts';
import type { Approvals } from '../runtime/trust/approval.ts';
import { createApprovals } from '../runtime/trust/create-approvals.ts';
import { resolveApproved } from '../runtime/trust/resolve-approved.ts';
import { territoryOf } from '../runtime/trust/territory.ts';
import type { KeyValueCache, LogEntry, Resolution } from '../runtime/types.ts';
import type { GetToken } from '../runtime/values/inject-token.ts';
import { maskSecrets } from '../runtime/values/mask-secrets.ts';
import { createCommandRunner } from '../runtime/values/run-command.ts';
import { approvalFile } from '../store/approvals.ts';
import { keyValueCache } from '../store/key-value-cache.ts';
import { appendServerLog } from '../store/server-logs.ts';
import { ownName } from './own-version.ts';

export interface ServiceChoices {
  /** A value that cannot be had keeps its server from being used. */
  readonly strict?: boolean;
  /** Whole fingerprints that a person has approved for this run only. */
  readonly accepted?: readonly string[];
  /** The access token of somebody who has signed in to a server. */
  readonly token?: GetToken;
  /** Hears what is also written to the logs. */
  readonly log?: (entry: LogEntry) => void;
}

export interface RuntimeServices extends Omit<ManagerOptions, 'servers'> {
  readonly log: (entry: LogEntry) => void;
  readonly approvals: Approvals;
  readonly toolCache: KeyValueCache;
  /** Directories whose content came with the project. */
  readonly territory: readonly string[];
  /** Hides what a server was given that must not be shown. */
  mask(server: string, text: string): string;
  /** Lets commands that give values run again. */
  forgetValues(): void;
}

/** What a runtime takes from this machine: values, decisions, and what is kept between runs. */
export function runtimeServices(host: Host, project: string, choices: ServiceChoices): RuntimeServices {
  const { env, home, platform } = host;
  const { strict = false, accepted = [], token } = choices;
  const territory = territoryOf(project, home);
  const approvals = createApprovals(approvalFile(host), { env, home, project, accepted });
  const commands = createCommandRunner();
  const secrets = new Map<string, readonly string[]>();
  return {
    env,
    platform,
    clientInfo: ownName,
    approvals,
    territory,
    permission: async (toRun) => approvals.permissionFor(toRun),
    async resolve(toRun, signal) {
      const how = { env, signal, strict, runCommand: commands.run, ...(token && { token }) };
      const resolution = await resolveApproved(toRun, approvals, how);
      secrets.set(toRun.name, resolution.secrets);
      return inProject(resolution, project);
    },
    eras: keyValueCache(host, 'eras', { outside: territory }),
    toolCache: keyValueCache(host, 'tools', { outside: territory }),
    log(entry) {
      appendServerLog(host, entry);
      choices.log?.(entry);
    },
    mask: (server, text) => maskSecrets(text, secrets.get(server) ?? []),
    forgetValues: () => commands.forget(),
  };
}

/** A program is started where the work is, as an assistant would do it, wherever this process was started. */
function inProject(resolution: Resolution, project: string): Resolution {
  const { server } = resolution;
  if (server.transport !== 'stdio') return resolution;
  return { ...resolution, server: { ...server, cwd: resolve(project, server.cwd ?? '.') } };
}
