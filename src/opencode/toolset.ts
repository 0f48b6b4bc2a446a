/** Groups of tools. A long tool list uses up the model's context, so only the first group is enabled by default. */
export const toolsets = {
  core: 'run tasks, follow sessions, answer requests, read files, list models and agents',
  session: 'manage sessions: rename, delete, fork, revert, summarize, share, commands and shell',
  agents: 'delegate to agents; list, read and create skills',
  files: 'list files, working tree changes, symbols and worktrees',
  config: 'manage settings, providers, API keys, permissions and tools',
  mcp: 'manage the MCP servers of OpenCode',
  admin: 'list tools and commands, reload, control the terminal UI, write logs',
} as const;

export type Toolset = keyof typeof toolsets;

export const toolsetNames = Object.keys(toolsets) as Toolset[];

/** The toolsets enabled for a client; listeners are notified of changes. */
export class EnabledToolsets {
  readonly #on: Set<Toolset>;
  readonly #watchers = new Set<() => void>();

  constructor(names: readonly Toolset[]) {
    this.#on = new Set(names);
  }

  has(name: Toolset): boolean {
    return this.#on.has(name);
  }

  set(name: Toolset, enabled: boolean): void {
    if (this.#on.has(name) === enabled) return;
    if (enabled) this.#on.add(name);
    else this.#on.delete(name);
    for (const tell of this.#watchers) tell();
  }

  /** The number of listeners. */
  get watching(): number {
    return this.#watchers.size;
  }

  watch(tell: () => void): () => void {
    this.#watchers.add(tell);
    return () => void this.#watchers.delete(tell);
  }
}
