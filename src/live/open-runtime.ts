import type { Host } from '../model/host.ts';
import { createManager } from '../runtime/manager.ts';
import { openTools } from '../runtime/tools/deferred-tools.ts';
import { logConnections } from './log-connections.ts';
import { RecentFailures } from './recent-failures.ts';
import { bridged, enabled } from './running-servers.ts';
import { runtimeServices } from './runtime-services.ts';
import type { Runtime, RuntimeOptions } from './runtime.ts';
import { serversHere, type ServersHere } from './servers-here.ts';
import { withLock } from './tool-limits.ts';
import { ToolPins } from './tools/tool-pins.ts';
import { createLiveRuntime } from './watch/live-runtime.ts';

export type { Runtime, RuntimeOptions } from './runtime.ts';

/**
 * Opens a runtime with the configured servers. A server is started or contacted when it is needed, if it is approved.
 */
export async function openRuntime(host: Host, options: RuntimeOptions = {}): Promise<Runtime> {
  const { clients, names, verify, timeout } = options;
  const project = options.project ?? host.cwd;
  const find =
    options.read ?? (async () => serversHere(host, { project, ...(clients && { clients }), ...(names && { names }) }));
  const read = async (): Promise<ServersHere> => {
    const found = withTimeout(await find(), timeout);
    return { ...found, servers: withLock(found.servers, options.locked) };
  };
  const here = await read();
  const services = runtimeServices(host, project, options);
  const { permission, refusal, log, mask, approvals, signIn, territory, forgetValues, toolCache: cache } = services;
  const manager = createManager({ ...services, servers: enabled(here.servers) });
  logConnections(manager, services);
  const failures = new RecentFailures({ cache: services.failureCache, project, now: host.now });
  manager.onChange((connection) => failures.observe(connection));
  const servers = bridged(manager);
  const tools = await openTools({ servers, cache, permission, log, mask, ...(verify && { verify }) });
  const pins = new ToolPins(host, {
    tools,
    outside: territory,
    log,
    mask,
    ...(options.pins && { store: options.pins }),
  });
  const parts = { project, clients, manager, tools, approvals, refusal, permission, signIn, pins, failures, mask };
  const onClosed = (): void => services.calls.flush();
  return createLiveRuntime({ ...parts, read, forgetValues, onClosed }, here);
}

function withTimeout(here: ServersHere, timeout: number | undefined): ServersHere {
  if (timeout === undefined) return here;
  const servers = here.servers.map((one) => ({ ...one, server: { ...one.server, timeout }, defined: one.server }));
  return { ...here, servers };
}
