import type { ClientId } from '../../clients/registry.ts';
import { createGateway } from '../../gateway/create-gateway.ts';
import type { GatewayOptions } from '../../gateway/options.ts';
import type { Gateway } from '../../gateway/session.ts';
import { RecentFailures } from '../../live/recent-failures.ts';
import { runtimeServices } from '../../live/runtime-services.ts';
import { keepThroughMistakes, serversHere, type ServersHere } from '../../live/servers-here.ts';
import { watchFiles } from '../../live/watch-files.ts';
import { watchedFiles } from '../../live/watched-files.ts';
import type { Host } from '../../model/host.ts';
import { pinKeys } from '../../runtime/tools/pinned-server.ts';
import type { LogEntry } from '../../runtime/types.ts';
import { pinFiles } from '../../store/pin-files.ts';
import { withoutOurselves } from './without-ourselves.ts';

export interface GatewayHere extends Pick<GatewayOptions, 'searchAbove' | 'isEager' | 'limits' | 'view'> {
  /** Whose files are read; those of all of them when absent. */
  readonly clients?: readonly ClientId[];
  /** Only these servers. */
  readonly servers?: readonly string[];
  readonly strict?: boolean;
  readonly accepted?: readonly string[];
  readonly log?: (entry: LogEntry) => void;
}

export interface OpenedGateway {
  readonly gateway: Gateway;
  readonly here: ServersHere;
  /** Hides the secrets that servers were given. */
  readonly mask: (text: string) => string;
  /** Writes what has not been written yet of the log of calls and of what is remembered. */
  flush(): Promise<void>;
  /** Follows the files from now on; gives the function that ends it. */
  watch(): () => void;
}

/** The servers that are configured here behind one front. Nothing of a project is used before a person has approved it. */
export async function openGateway(host: Host, options: GatewayHere): Promise<OpenedGateway> {
  const { clients, servers: names, strict, accepted, log, ...rest } = options;
  const project = host.cwd;
  const read = async (): Promise<ServersHere> =>
    withoutOurselves(await serversHere(host, { project, ...(clients && { clients }), ...(names && { names }) }));
  const choices = {
    caller: 'gateway' as const,
    ...(strict && { strict }),
    ...(accepted && { accepted }),
    ...(log && { log }),
  };
  const services = runtimeServices(host, project, choices);
  let here = await read();
  const pins = pinFiles(host, services.territory);
  const failures = new RecentFailures({ cache: services.failureCache, project, now: host.now });
  const gateway = createGateway({
    ...services,
    ...rest,
    servers: running(here),
    cache: services.toolCache,
    pins,
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
      const inTurn = oneByOne();
      const judge = (): void => inTurn(async () => gateway.replace(running(here)));
      let stopPins = watchFiles(pinned(), judge);
      const reload = async (): Promise<void> => {
        here = keepThroughMistakes(here, await read());
        stopPins();
        stopPins = watchFiles(pinned(), judge);
        await gateway.replace(running(here));
      };
      const stop = watchFiles(watchedFiles(host, project, clients), () => inTurn(reload));
      return () => {
        stop();
        stopPins();
        inTurn.end();
      };
    },
  };
}

/** What is begun goes on; what fails is tried again with the next change. */
function oneByOne(): ((work: () => Promise<void>) => void) & { end(): void } {
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
