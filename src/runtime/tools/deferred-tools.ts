import type { KeyValueCache, LogEntry, Permission, ServerToRun } from '../types.ts';
import { createTool, type MCPTool } from './mcp-tool.ts';
import { type NameWarning, nameTools, rawKey } from './name-tools.ts';
import { definitionKey } from './pins/definition-key.ts';
import { type BridgedServer, ServerTools } from './server-tools.ts';
import { offersTool } from './tool-filter.ts';

export interface ToolsOptions {
  readonly servers: readonly BridgedServer[];
  /** Without it, nothing is known before servers answer. */
  readonly cache?: KeyValueCache;
  /** Whether cached tools may be offered before the server answers; without it they may. */
  readonly permission?: (toRun: ServerToRun) => Promise<Permission>;
  /** Which servers are listed at once, in the background; others are listed when they connect for another reason. */
  readonly verify?: 'all' | 'unknown' | 'none';
  readonly log?: (entry: LogEntry) => void;
  /** Masks secrets; a list that contains any is not cached. */
  readonly mask?: (text: string) => string;
  /** Minimum time between two lists triggered by a server. */
  readonly gapMs?: number;
}

export type ToolsChange =
  | {
      readonly kind: 'tools';
      readonly added: readonly MCPTool[];
      readonly removed: readonly MCPTool[];
      /** With a new definition, or a new name because a name collision began or ended. */
      readonly changed: readonly { readonly before: MCPTool; readonly after: MCPTool }[];
    }
  /** The status of a server changed: its tools were confirmed, or listing them failed. */
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'resources' | 'prompts'; readonly server: string };

/** The tools of all servers as last known; does not wait for any server. */
export async function openTools(options: ToolsOptions): Promise<DeferredTools> {
  const tools = new DeferredTools(options);
  await tools.replace(options.servers);
  return tools;
}

/** The tools of all servers, kept up to date. Lookups use the raw server name, never a name prefix. */
export class DeferredTools {
  readonly #options: ToolsOptions;
  readonly #listeners = new Set<(change: ToolsChange) => void>();
  #servers = new Map<string, ServerTools>();
  /** The last closed server of each name: a stopped server is closed and opened again. */
  readonly #closed = new Map<string, ServerTools>();
  #byRaw = new Map<string, MCPTool>();
  #byName = new Map<string, MCPTool>();
  #warnings: readonly NameWarning[] = [];
  #replaced: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: ToolsOptions) {
    this.#options = options;
  }

  get tools(): readonly MCPTool[] {
    return [...this.#byName.values()];
  }

  get servers(): ReadonlyMap<string, ServerTools> {
    return this.#servers;
  }

  get warnings(): readonly NameWarning[] {
    return this.#warnings;
  }

  find(name: string): MCPTool | undefined {
    return this.#byName.get(name);
  }

  onChange(listener: (change: ToolsChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lists the tools of one or all servers and waits for them. Never rejects: see `servers` for failures. */
  async refresh(server?: string): Promise<void> {
    const asked = server === undefined ? [...this.#servers.values()] : [this.#servers.get(server)];
    await Promise.all(asked.map(async (one) => one?.refresh()));
  }

  /** Unchanged servers keep their tools and are not listed again; `verify` applies to the others. */
  async replace(servers: readonly BridgedServer[], verify = this.#options.verify): Promise<void> {
    const replaced = this.#replaced.then(async () => this.#replaceAll(servers, verify));
    this.#replaced = replaced.catch(() => {});
    return replaced;
  }

  /** The tools of a replaced server stay until the cache of its successor has been read. */
  async #replaceAll(servers: readonly BridgedServer[], verify: ToolsOptions['verify']): Promise<void> {
    const before = this.#servers;
    const next = new Map(servers.map((server) => [server.toRun.name, this.#keepOrOpen(server, before)]));
    const fresh = [...next.values()].filter((server) => before.get(server.toRun.name) !== server);
    await Promise.all(fresh.map(async (server) => server.readCache(this.#predecessorOf(server, before))));
    if (this.#isClosed) return fresh.forEach((server) => server.close());
    this.#servers = next;
    for (const [name, server] of before) {
      if (next.get(name) === server) continue;
      server.close();
      this.#closed.set(name, server);
    }
    this.#rebuild();
    for (const server of fresh) if (isToVerify(server, verify)) void server.refresh();
  }

  /** Does not close connections; their creator does. */
  close(): void {
    this.#isClosed = true;
    for (const server of this.#servers.values()) server.close();
    this.#listeners.clear();
  }

  #predecessorOf({ toRun }: ServerTools, before: ReadonlyMap<string, ServerTools>): ServerTools | undefined {
    const old = before.get(toRun.name) ?? this.#closed.get(toRun.name);
    return old && definitionKey(old.toRun) === definitionKey(toRun) ? old : undefined;
  }

  #keepOrOpen(server: BridgedServer, before: ReadonlyMap<string, ServerTools>): ServerTools {
    const { toRun, connection } = server;
    const old = before.get(toRun.name);
    if (old && old.connection === connection && definitionKey(old.toRun) === definitionKey(toRun)) {
      old.toRun = toRun;
      return old;
    }
    return new ServerTools(server, {
      ...this.#options,
      onChange: () => this.#serverChanged(toRun.name),
      onOther: (kind) => this.#emit({ kind, server: toRun.name }),
    });
  }

  #serverChanged(server: string): void {
    this.#rebuild();
    this.#emit({ kind: 'server', server });
  }

  #rebuild(): void {
    const offered = [...this.#servers.values()].flatMap((server) =>
      server.tools
        .filter(({ name }) => offersTool(server.toRun, name))
        .map((listed) => ({ server: server.toRun.name, tool: listed.name, listed, from: server })),
    );
    const named = nameTools(offered);
    const before = this.#byRaw;
    const tools = offered.map(({ listed, from }, index) => {
      const name = named.tools[index]?.name ?? '';
      const old = before.get(rawKey({ server: from.toRun.name, tool: listed.name }));
      return old?.name === name && old.listed === listed ? old : createTool(name, listed, from);
    });
    this.#warnings = named.warnings;
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
    this.#byRaw = new Map(tools.map((tool) => [keyOf(tool), tool]));
    this.#emitDifference(before);
  }

  #emitDifference(before: ReadonlyMap<string, MCPTool>): void {
    const added = [...this.#byRaw.values()].filter((tool) => !before.has(keyOf(tool)));
    const removed = [...before.values()].filter((tool) => !this.#byRaw.has(keyOf(tool)));
    const changed = [...before.values()].flatMap((tool) => {
      const after = this.#byRaw.get(keyOf(tool));
      return after && after !== tool ? [{ before: tool, after }] : [];
    });
    if (added.length + removed.length + changed.length > 0) this.#emit({ kind: 'tools', added, removed, changed });
  }

  #emit(change: ToolsChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function keyOf({ serverName, mcpToolName }: MCPTool): string {
  return rawKey({ server: serverName, tool: mcpToolName });
}

function isToVerify({ listing }: ServerTools, verify: ToolsOptions['verify'] = 'all'): boolean {
  return verify === 'all' || (verify === 'unknown' && listing === undefined);
}
