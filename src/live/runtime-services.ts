import type { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import { readLauncher } from '../model/launcher/launcher-entry.ts';
import { logEvent } from '../model/log-event.ts';
import type { Lock } from '../model/packages/lock.ts';
import { version } from '../model/version.ts';
import type { ManagerOptions } from '../runtime/manager.ts';
import { authSettings } from '../runtime/sign-in/auth-settings.ts';
import { createSignIn, type SignIn, type SignInServices } from '../runtime/sign-in/create-sign-in.ts';
import {
  beginRemoteSignIn,
  finishRemoteSignIn,
  type Redirect,
  type StartedSignIn,
} from '../runtime/sign-in/remote-sign-in.ts';
import { SignInError } from '../runtime/sign-in/sign-in-error.ts';
import type { SignedOut } from '../runtime/sign-in/sign-out.ts';
import { type CredentialStore, parseCredential } from '../runtime/sign-in/tokens/credential.ts';
import { keep } from '../runtime/sign-in/tokens/redeem.ts';
import type { Approvals } from '../runtime/trust/approval.ts';
import { resolveApproved } from '../runtime/trust/resolve-approved.ts';
import type { KeyValueCache, LogEntry, ServerToRun } from '../runtime/types.ts';
import type { GetToken } from '../runtime/values/inject-token.ts';
import { KnownValues } from '../runtime/values/known-values.ts';
import type { GetLauncherSecrets, GetSecrets } from '../runtime/values/resolve-server.ts';
import { createCommandRunner, type RunCommand } from '../runtime/values/run-command.ts';
import { credentialFiles } from '../store/credentials/credentials.ts';
import { type Caller, type CallLog, openCallLog } from '../store/logs/call-log.ts';
import { appendServerLog } from '../store/logs/server-logs.ts';
import { keyValueCache } from '../store/state/key-value-cache.ts';
import { territoryOf } from '../trust/territory.ts';
import {
  dependsOnTrust,
  startsInHomeNotice,
  withLaunchContext,
  launchContext,
  withoutProjectPrograms,
} from './approvals/launch-context.ts';
import { approvalsOf } from './approvals/project-servers.ts';
import { refuse, startRefusal } from './start-refusal.ts';

export interface ServiceOptions {
  /** Skip servers with unresolved variables. */
  readonly strict?: boolean;
  /** Full fingerprints that are approved for this run only. */
  readonly accepted?: readonly string[];
  /** Returns the access token for a server; default: from the stored sign-ins. */
  readonly token?: GetToken;
  /** Receives each log entry in addition to the log files. */
  readonly log?: (entry: LogEntry) => void;
  /** Forwards server requests to the user; without it, servers are told that no user is available. */
  readonly ask?: ManagerOptions['ask'];
  /** Receives every message to and from servers, masked. */
  readonly onTraffic?: ManagerOptions['onTraffic'];
  /** The part of Plugboard that uses the servers, for the call log. */
  readonly caller?: Caller;
  /** The lock that every server must match; absent if none has to. */
  readonly locked?: Lock;
  /** Collects the secrets passed to servers, for masking; default: a new collection. */
  readonly known?: KnownValues;
}

export interface RuntimeServices extends Omit<ManagerOptions, 'servers'> {
  readonly log: (entry: LogEntry) => void;
  readonly approvals: Approvals;
  /** Why a policy or the lock keeps a server from being started or contacted; undefined if none does. */
  refusal(toRun: ServerToRun): Promise<PlugboardError | undefined>;
  /** Sign-in state of the user. */
  readonly signIn: SignIn;
  readonly access: SignIn['access'];
  readonly toolCache: KeyValueCache;
  /** Log of tool calls, without arguments and results. */
  readonly calls: CallLog;
  /** Recent failures by server. */
  readonly failureCache: KeyValueCache;
  /** Directories whose content is part of the project. */
  readonly territory: readonly string[];
  /** Masks all secrets passed to any server so far. */
  mask(text: string): string;
  /** Like `access` and `resolve`, with the sign-ins of another user, and what that user needs to sign in. */
  asUser(store: CredentialStore): UserServices;
  /** Clears cached results of value commands. */
  forgetValues(): void;
}

export interface UserServices extends Pick<RuntimeServices, 'access' | 'resolve'> {
  begin(toRun: ServerToRun, redirect: Redirect): Promise<StartedSignIn>;
  finish(toRun: ServerToRun, pending: unknown, params: URLSearchParams): Promise<unknown>;
  keep(credential: unknown): Promise<void>;
  signOut(toRun: ServerToRun): Promise<SignedOut | undefined>;
  isSignedIn(toRun: ServerToRun): Promise<boolean>;
  forget(toRun: ServerToRun): void;
}

/** Services of a runtime on this machine: values, approvals and caches. */
export function runtimeServices(host: Host, project: string, choices: ServiceOptions): RuntimeServices {
  const { env, home, platform } = host;
  const { strict = false, accepted = [], ask, onTraffic, known = new KnownValues() } = choices;
  const territory = territoryOf(project, home);
  const approvals = approvalsOf(host, project, accepted);
  const commands = createCommandRunner();
  const runCommand: RunCommand = async (program, options) =>
    commands.run(program, { ...options, env: withoutProjectPrograms({ ...host, env: options.env }, project) });
  const signInServices = (store: CredentialStore): SignInServices => ({
    authorizationServers: (host.env['PLUGBOARD_AUTH_SERVERS'] ?? '').split(/[\s,]+/).filter(Boolean),
    store,
    values: { env, runCommand },
    clientName: CLIENT_NAME,
  });
  const signIn = createSignIn(signInServices(credentialFiles(host, { outside: territory })));
  const { token = signIn.token } = choices;
  const around = { territory, project };
  const launcher: GetLauncherSecrets = async (toRun) =>
    readLauncher(toRun.server) ? (await import('./vault-values.ts')).launcherValues(host, around, toRun) : [];
  const resolved = new Map<string, ServerToRun>();
  known.follow(() => [...resolved.values()].flatMap((toRun) => tokensOf(toRun, signIn)));
  const resolveWith =
    (getToken: GetToken): RuntimeServices['resolve'] =>
    async (toRun, signal) => {
      refuse(await refusal(toRun));
      const context = await launchContext(toRun, host, project);
      let judged = context;
      const vault: GetSecrets = async (one, names) => {
        const { vaultValues } = await import('./vault-values.ts');
        const { values, searchPath } = await vaultValues(host, { ...around, context }, one, names);
        if (searchPath !== undefined) judged = { ...context, searchPath };
        return values;
      };
      const how = { env: context.env, signal, strict, runCommand, token: getToken, vault, launcher };
      const resolution = await resolveApproved(toRun, approvals, how);
      resolved.set(toRun.name, toRun);
      known.add(resolution.secrets);
      if (context.startsInHome && dependsOnTrust(toRun))
        log({ level: 'info', server: toRun.name, ...startsInHomeNotice });
      const { server } = resolution;
      if (server.transport !== 'stdio') return resolution;
      const asker = await (await import('./vault-values.ts')).askerVariables(host, project, toRun);
      const told = { ...resolution, server: { ...server, env: { ...server.env, ...asker } } };
      return withLaunchContext(told, judged, host);
    };
  const mask = (text: string): string => known.mask(text);
  const log = (entry: LogEntry): void => {
    const { code, text, message } = entry;
    const masked = {
      ...entry,
      ...(code && text !== undefined ? logEvent(code, mask(text)) : { message: mask(message) }),
    };
    appendServerLog(host, masked);
    choices.log?.(masked);
  };
  const refusal = async (toRun: ServerToRun): Promise<PlugboardError | undefined> =>
    startRefusal(host, project, toRun, choices.locked);
  const calls = openCallLog(host, choices.caller ?? 'library', mask);
  return {
    env,
    platform,
    calls,
    onCall: ({ name: server }, call) => calls.note({ server, ...call }),
    clientInfo: ownName,
    approvals,
    signIn: guarded(signIn, log, refusal),
    access: signIn.access,
    ...(ask && { ask }),
    ...(onTraffic && { onTraffic }),
    territory,
    permission: async (toRun) => {
      refuse(await refusal(toRun));
      return approvals.permissionFor(toRun);
    },
    refusal,
    resolve: resolveWith(token),
    asUser(store) {
      const own = signInServices(store);
      const users = createSignIn(own);
      return {
        access: users.access,
        resolve: resolveWith(users.token),
        async begin(toRun, redirect) {
          refuse(await refusal(toRun));
          return beginRemoteSignIn(toRun, own, redirect);
        },
        async finish(toRun, pending, params) {
          refuse(await refusal(toRun));
          return finishRemoteSignIn(authSettings(toRun, own.values), pending, params, own);
        },
        async keep(value) {
          const credential = parseCredential(value);
          if (credential) await keep(credential, own);
        },
        signOut: users.end,
        isSignedIn: async (toRun) => (await users.status(toRun)).state !== 'none',
        forget: (toRun) => users.access(toRun).forget(),
      };
    },
    eras: keyValueCache(host, 'eras', { outside: territory }),
    toolCache: keyValueCache(host, 'tools', { outside: territory }),
    failureCache: keyValueCache(host, 'failures', { outside: territory }),
    log,
    mask,
    forgetValues: () => commands.forget(),
  };
}

/** Client name shown on the consent page of authorization servers. */
const CLIENT_NAME = 'Plugboard';

/** Contacts no server that a policy refuses. Logs that a server offers no sign-in, so it is not suggested again. */
function guarded(signIn: SignIn, log: RuntimeServices['log'], refusal: RuntimeServices['refusal']): SignIn {
  return {
    ...signIn,
    async start(toRun, options) {
      const refused = await refusal(toRun);
      if (refused) throw refused;
      try {
        return await signIn.start(toRun, options);
      } catch (error) {
        if (error instanceof SignInError && error.problem === 'undiscovered')
          log({ level: 'warning', server: toRun.name, ...logEvent('sign-in-unavailable', error.message) });
        throw error;
      }
    },
  };
}

/** Includes tokens obtained after the connection was established. */
function tokensOf(toRun: ServerToRun, signIn: SignIn): readonly string[] {
  try {
    return signIn.access(toRun).secrets;
  } catch {
    // An invalid sign-in definition has no tokens.
    return [];
  }
}

/** The client info sent to servers. */
const ownName = { name: 'plugboard', version };
