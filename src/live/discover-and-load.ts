import { describe, isError } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { ConnectionError } from '../runtime/connect/errors.ts';
import type { MCPTool } from '../runtime/tools/mcp-tool.ts';
import type { ServerTools } from '../runtime/tools/server-tools.ts';
import type { Failure } from '../runtime/types.ts';
import { nodeHost } from '../store/host/node-host.ts';
import { openRuntime, type Runtime, type RuntimeOptions } from './open-runtime.ts';
import type { ServerIssue } from './servers-here.ts';
import type { PinChange } from './tools/tool-pins.ts';

export interface DiscoverOptions extends Omit<RuntimeOptions, 'verify'> {
  /** Default: this machine. */
  readonly host?: Host;
  /** Aborts loading and stops the servers. */
  readonly signal?: AbortSignal;
}

export interface DiscoveredTools {
  readonly tools: readonly MCPTool[];
  /** Errors by server or file. They do not affect other servers. */
  readonly errors: readonly DiscoveryError[];
  /**
   * Servers whose tools changed since they were accepted. `tools` includes them; the caller decides whether to offer
   * them.
   */
  readonly pinChanges: readonly PinChange[];
  readonly runtime: Runtime;
  /** Stops all servers. Until then they stay connected and their tools can be called. */
  close(): Promise<void>;
}

export interface DiscoveryError {
  /** Absent if the error concerns a whole file. */
  readonly server?: string;
  /** Absolute path of the file that defines the server. */
  readonly path?: string;
  readonly error: string;
  readonly failure?: Failure;
  /** Fingerprint to approve before the server is started. */
  readonly fingerprint?: string;
}

/** Connects to all configured servers, and waits until each has listed its tools or failed. */
export async function discoverAndLoadMCPTools(options: DiscoverOptions = {}): Promise<DiscoveredTools> {
  const { host = nodeHost(), signal, ...others } = options;
  signal?.throwIfAborted();
  const runtime = await openRuntime(host, { ...others, verify: 'none' });
  const close = async (): Promise<void> => runtime.close();
  const onAbort = (): void => void close();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await runtime.tools.refresh();
    await runtime.pins.settled();
    signal?.throwIfAborted();
  } catch (error) {
    await close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  const failed = [...runtime.tools.servers.values()].filter(({ error }) => error !== undefined);
  const errors = [...runtime.issues.filter(isError).map(inFile), ...failed.map((server) => ofServer(server, runtime))];
  return { tools: runtime.tools.tools, errors, pinChanges: runtime.pinChanges, runtime, close };
}

function inFile(issue: ServerIssue): DiscoveryError {
  const { file, server } = issue;
  return {
    ...(server !== undefined && { server }),
    ...(file !== undefined && { path: file }),
    error: describe(issue).message,
  };
}

function ofServer({ toRun, error }: ServerTools, { manager }: Runtime): DiscoveryError {
  const { name, origin } = toRun;
  const state = manager.connections.get(name)?.state;
  return {
    server: name,
    ...(origin && { path: origin.file }),
    error: `Failed to connect to "${name}": ${error instanceof Error ? error.message : String(error)}`,
    ...(error instanceof ConnectionError && { failure: error.failure }),
    ...(state?.name === 'needs-approval' && { fingerprint: state.fingerprint }),
  };
}
