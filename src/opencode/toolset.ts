/** Groups of tools. A long list of tools costs an assistant room for its work, so only the first group is on at first. */
export const toolsets = {
  core: 'run tasks, follow sessions, answer requests, read files, see models and agents',
  session: 'change sessions: rename, delete, fork, revert, summarize, share, commands and shell',
  agents: 'hand work to an agent, list, read and write skills',
  files: 'list files, changes of the working tree, symbols, worktrees',
  config: 'settings, providers, keys, permissions and tools',
  mcp: 'the MCP servers of OpenCode itself',
  admin: 'tools and commands of OpenCode, reload, terminal interface, log',
} as const;

export type Toolset = keyof typeof toolsets;

export const toolsetNames = Object.keys(toolsets) as Toolset[];

/** Which groups of tools are on for a client; watchers are told of changes. */
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

  /** How many watch. */
  get watching(): number {
    return this.#watchers.size;
  }

  watch(tell: () => void): () => void {
    this.#watchers.add(tell);
    return () => void this.#watchers.delete(tell);
  }
}
