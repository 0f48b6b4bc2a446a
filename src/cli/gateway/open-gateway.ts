import type { ClientId } from '../../clients/registry.ts';
import { BoundedMap } from '../../gateway/bounded-map.ts';
import { createGateway } from '../../gateway/create-gateway.ts';
import type { GatewayOptions } from '../../gateway/options.ts';
import type { Gateway } from '../../gateway/session/session.ts';
import type { CredentialSettings, UserAccount, UserAccounts } from '../../gateway/sign-in/user-accounts.ts';
import { memoryState } from '../../gateway/state/memory-state.ts';
import { RecentFailures } from '../../live/recent-failures.ts';
import { type RuntimeServices, runtimeServices } from '../../live/runtime-services.ts';
import { mergeReload, serversHere, type ServersHere } from '../../live/servers-here.ts';
import { withLock } from '../../live/tool-limits.ts';
import { watchFiles } from '../../live/watch/watch-files.ts';
import { watchSecrets } from '../../live/watch/watch-secrets.ts';
import { watchedFiles } from '../../live/watch/watched-files.ts';
import { inProfile } from '../../manage/sync/active-profile.ts';
import type { Profile } from '../../model/fields/catalog-fields.ts';
import type { Host } from '../../model/host.ts';
import type { Lock } from '../../model/packages/lock.ts';
import { pinKeys } from '../../runtime/tools/pins/pinned-server.ts';
import type { LogEntry } from '../../runtime/types.ts';
import { pinFiles } from '../../store/state/pin-files.ts';
import { isGateway } from './is-gateway.ts';
import type { UserCredentials } from './sign-ins/user-credentials.ts';

export interface GatewayHere extends Pick<
  GatewayOptions,
  'searchAbove' | 'isEager' | 'isTraced' | 'isolation' | 'limits' | 'view' | 'state'
> {
  /** Clients whose files are read; default: all. */
  readonly clients?: readonly ClientId[];
  /** Names of servers to include; default: all. */
  readonly servers?: readonly string[];
  /** Narrows the servers and their tools. */
  readonly profile?: Profile;
  /** Set if users sign in to servers one by one. */
  readonly userSignIns?: UserCredentials & { readonly settings: CredentialSettings };
  readonly strict?: boolean;
  /** The lock that every server must match. */
  readonly locked?: Lock;
  readonly accepted?: readonly string[];
  readonly log?: (entry: LogEntry) => void;
}

export interface OpenedGateway {
  readonly gateway: Gateway;
  readonly here: ServersHere;
  /** Masks all secrets passed to servers. */
  readonly mask: (text: string) => string;
  /** Writes buffered log entries and recent failures. */
  flush(): Promise<void>;
  /** Watches the config files; returns a function that stops it. */
  watch(): () => void;
}

/** Opens a gateway for the configured servers. Project servers are used only if they are approved. */
export async function openGateway(host: Host, options: GatewayHere): Promise<OpenedGateway> {
  const { clients, servers: names, profile, strict, locked, accepted, log, userSignIns, ...rest } = options;
  const project = host.cwd;
  const read = async (): Promise<ServersHere> => {
    const found = await serversHere(host, { project, ...(clients && { clients }), ...(names && { names }) });
    return withinProfile(withoutGateway({ ...found, servers: withLock(found.servers, locked) }), profile);
  };
  const choices = {
    caller: 'gateway' as const,
    ...(strict && { strict }),
    ...(locked && { locked }),
    ...(accepted && { accepted }),
    ...(log && { log }),
  };
  const services = runtimeServices(host, project, choices);
  let here = await read();
  const pins = pinFiles(host, services.territory);
  const { state = memoryState() } = options;
  const failures = new RecentFailures({
    cache: state.values('failures', services.failureCache),
    project,
    now: host.now,
  });
  const gateway = createGateway({
    ...services,
    ...rest,
    ...(userSignIns && { users: accountsOf(userSignIns, services.asUser) }),
    servers: running(here),
    cache: state.values('lists', services.toolCache),
    pins: state.values('pins', pins),
    failures,
  });
  gateway.onEvent((event) => {
    if (event.kind !== 'call' || event.method !== 'tools/call') return;
    const { server, item: tool = '', outcome, ms, bytesIn, bytesOut } = event;
    services.calls.note({ server, tool, outcome, ms, bytesIn, bytesOut });
  });
  const pinned = (): string[] =>
    running(here).flatMap((toRun) => Object.values(pinKeys(toRun)).map((key) => pins.pathOf(key)));
  return {
    gateway,
    here,
    mask: services.mask,
    async flush() {
      services.calls.flush();
      await failures.settled();
    },
    watch() {
      const inTurn = serialQueue();
      const recheck = (): void => inTurn(async () => gateway.replace(running(here)));
      let stopPins = watchFiles(pinned(), recheck);
      const reload = async (): Promise<void> => {
        here = mergeReload(here, await read());
        stopPins();
        stopPins = watchFiles(pinned(), recheck);
        await gateway.replace(running(here));
      };
      const stop = watchFiles(watchedFiles(host, project, clients), () => inTurn(reload));
      const restart = async (names: readonly string[]): Promise<void> => {
        services.forgetValues();
        await gateway.replace(running(here).filter(({ name }) => !names.includes(name)));
        await gateway.replace(running(here));
      };
      const stopSecrets = watchSecrets(
        host,
        () => running(here),
        (names) => inTurn(async () => restart(names)),
      );
      return () => {
        stop();
        stopPins();
        stopSecrets();
        inTurn.end();
      };
    },
  };
}

const MAX_ACCOUNTS = 10_000;

function accountsOf(
  { settings, flows, storeOf, signOuts }: NonNullable<GatewayHere['userSignIns']>,
  asUser: RuntimeServices['asUser'],
): UserAccounts {
  const accounts = new BoundedMap<string, UserAccount>(MAX_ACCOUNTS);
  return {
    settings,
    flows,
    of(account) {
      const known = accounts.get(account) ?? asUser(storeOf(account));
      accounts.set(account, known);
      return known;
    },
    onSignOut: (listener) =>
      signOuts.follow(async (isAffected) => {
        await Promise.all([...accounts.keys()].filter(isAffected).map(listener));
      }),
  };
}

/** Runs jobs in sequence. A failed job is retried with the next change. */
function serialQueue(): ((work: () => Promise<void>) => void) & { end(): void } {
  let last = Promise.resolve();
  let isEnded = false;
  const inTurn = (work: () => Promise<void>): void => {
    last = last.then(async () => (isEnded ? undefined : work())).catch(() => {});
  };
  return Object.assign(inTurn, {
    end: () => {
      isEnded = true;
    },
  });
}

function running({ servers }: ServersHere): ServersHere['servers'] {
  return servers.filter(({ disabled }) => !disabled);
}

/** Removes the gateway from its own servers, to avoid endless recursion. */
function withoutGateway(here: ServersHere): ServersHere {
  return { ...here, servers: here.servers.filter(({ server }) => !isGateway(server)) };
}

/** The filter of a definition compares the tools' own names, so a profile holds whatever style of names is served. */
function withinProfile(here: ServersHere, profile: Profile | undefined): ServersHere {
  if (!profile) return here;
  const inside = ({ name }: { readonly name: string }): boolean => profile.servers.includes(name);
  const servers = here.servers.flatMap((one) => {
    const server = inProfile(one.name, one.server, profile);
    return server ? [{ ...one, server }] : [];
  });
  const [unusable, passedOver] = [here.unusable.filter(inside), here.passedOver.filter(inside)];
  return { ...here, servers, unusable, passedOver };
}
