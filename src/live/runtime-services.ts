import type { Host } from '../model/host.ts';
import type { ManagerOptions } from '../runtime/manager.ts';
import { createSignIn, type SignIn } from '../runtime/sign-in/create-sign-in.ts';
import { SignInError } from '../runtime/sign-in/sign-in-error.ts';
import type { Approvals } from '../runtime/trust/approval.ts';
import { resolveApproved } from '../runtime/trust/resolve-approved.ts';
import type { KeyValueCache, LogEntry, ServerToRun } from '../runtime/types.ts';
import type { GetToken } from '../runtime/values/inject-token.ts';
import { KnownValues } from '../runtime/values/known-values.ts';
import { createCommandRunner } from '../runtime/values/run-command.ts';
import { credentialFiles } from '../store/credentials.ts';
import { keyValueCache } from '../store/key-value-cache.ts';
import { type Caller, type CallLog, openCallLog } from '../store/logs/call-log.ts';
import { appendServerLog } from '../store/server-logs.ts';
import { territoryOf } from '../trust/territory.ts';
import { noSignInLead } from './log-connections.ts';
import { ownName } from './own-version.ts';
import { approvalsOf } from './project-servers.ts';
import { dependsOnTrust, keptOut, placed, startPlace } from './start-place.ts';

export interface ServiceChoices {
  /** A value that cannot be had keeps its server from being used. */
  readonly strict?: boolean;
  /** Whole fingerprints that a person has approved for this run only. */
  readonly accepted?: readonly string[];
  /** The access token of somebody who has signed in to a server; that of the sign-ins kept here when absent. */
  readonly token?: GetToken;
  /** Hears what is also written to the logs. */
  readonly log?: (entry: LogEntry) => void;
  /** Puts questions of servers to a person; without, servers are told that nobody answers. */
  readonly ask?: ManagerOptions['ask'];
  /** Hears every message to and from servers, masked. */
  readonly onTraffic?: ManagerOptions['onTraffic'];
  /** The part of Plugboard that uses the servers, for the log of calls. */
  readonly caller?: Caller;
  /** Takes up the secrets that servers are given; own ones when absent. */
  readonly known?: KnownValues;
}

export interface RuntimeServices extends Omit<ManagerOptions, 'servers'> {
  readonly log: (entry: LogEntry) => void;
  readonly approvals: Approvals;
  /** Who this person is to servers. */
  readonly signIn: SignIn;
  readonly access: SignIn['access'];
  readonly toolCache: KeyValueCache;
  /** Calls of tools, without what was asked and answered. */
  readonly calls: CallLog;
  /** Why servers failed a moment ago. */
  readonly failureCache: KeyValueCache;
  /** Directories whose content came with the project. */
  readonly territory: readonly string[];
  /** Hides the secrets that servers were given so far, whichever server they are of. */
  mask(text: string): string;
  /** Lets commands that give values run again. */
  forgetValues(): void;
}

/** What a runtime takes from this machine: values, decisions, and what is kept between runs. */
export function runtimeServices(host: Host, project: string, choices: ServiceChoices): RuntimeServices {
  const { env, home, platform } = host;
  const { strict = false, accepted = [], ask, onTraffic, known = new KnownValues() } = choices;
  const territory = territoryOf(project, home);
  const approvals = approvalsOf(host, project, accepted);
  const commands = createCommandRunner();
  const signIn = createSignIn({
    authorizationServers: (host.env['PLUGBOARD_AUTH_SERVERS'] ?? '').split(/[\s,]+/).filter(Boolean),
    store: credentialFiles(host, { outside: territory }),
    values: { env, runCommand: commands.run },
    clientName: CLIENT_NAME,
  });
  const { token = signIn.token } = choices;
  const resolved = new Map<string, ServerToRun>();
  known.follow(() => [...resolved.values()].flatMap((toRun) => tokensOf(toRun, signIn)));
  const mask = (text: string): string => known.mask(text);
  const log = (entry: LogEntry): void => {
    const masked = { ...entry, message: mask(entry.message) };
    appendServerLog(host, masked);
    choices.log?.(masked);
  };
  const calls = openCallLog(host, choices.caller ?? 'library', mask);
  return {
    env,
    platform,
    calls,
    onCall: ({ name: server }, call) => calls.note({ server, ...call }),
    clientInfo: ownName,
    approvals,
    signIn: withLog(signIn, log),
    access: signIn.access,
    ...(ask && { ask }),
    ...(onTraffic && { onTraffic }),
    territory,
    permission: async (toRun) => approvals.permissionFor(toRun),
    async resolve(toRun, signal) {
      const place = await startPlace(toRun, host, project);
      const how = { env: place.env, signal, strict, runCommand: commands.run, token };
      const resolution = await resolveApproved(toRun, approvals, how);
      resolved.set(toRun.name, toRun);
      known.add(resolution.secrets);
      if (place.isKeptOut && dependsOnTrust(toRun)) log({ level: 'info', server: toRun.name, message: keptOut });
      return placed(resolution, place, host);
    },
    eras: keyValueCache(host, 'eras', { outside: territory }),
    toolCache: keyValueCache(host, 'tools', { outside: territory }),
    failureCache: keyValueCache(host, 'failures', { outside: territory }),
    log,
    mask,
    forgetValues: () => commands.forget(),
  };
}

/** What authorization servers show to the person who signs in. */
const CLIENT_NAME = 'Plugboard';

/** That a server has no sign-in is found out by trying, and remembered so that it is not proposed again. */
function withLog(signIn: SignIn, log: RuntimeServices['log']): SignIn {
  return {
    ...signIn,
    async start(toRun, options) {
      try {
        return await signIn.start(toRun, options);
      } catch (error) {
        if (error instanceof SignInError && error.problem === 'undiscovered')
          log({ level: 'warning', server: toRun.name, message: `${noSignInLead}${error.message}` });
        throw error;
      }
    },
  };
}

/** Those that came after the connection was made too. */
function tokensOf(toRun: ServerToRun, signIn: SignIn): readonly string[] {
  try {
    return signIn.access(toRun).secrets;
  } catch {
    // What its definition says about signing in makes no sense, so there are none.
    return [];
  }
}
