import { ToolFailure } from './failure.ts';
import { allTools } from './tools/all-tools.ts';
import type { Tool } from './tools/tool.ts';
import type { EnabledToolsets } from './toolset.ts';

const byName = new Map(allTools.map((tool) => [tool.name, tool]));

/** The tools offered to a client, and suggestions that mention only those. */
export class Advice {
  readonly #toolsets: EnabledToolsets;
  readonly #readOnly: boolean;

  constructor(toolsets: EnabledToolsets, readOnly: boolean) {
    this.#toolsets = toolsets;
    this.#readOnly = readOnly;
  }

  isOffered(tool: Tool): boolean {
    return this.isAllowed(tool) && (tool.always === true || this.#toolsets.has(tool.toolset));
  }

  checkOffered(tool: Tool): void {
    if (this.isOffered(tool)) return;
    if (!this.isAllowed(tool))
      throw new ToolFailure('TOOL_DISABLED', `${tool.name} is unavailable: this server runs read-only.`, [
        'Ask the user to start it without --read-only and OPENCODE_MCP_READ_ONLY.',
      ]);
    const toolset = this.#readOnly
      ? `Ask the user to start the server with --toolsets core,${tool.toolset}.`
      : `Call opencode_toolset_enable with toolset ${tool.toolset}, then call it again.`;
    throw new ToolFailure('TOOL_DISABLED', `${tool.name} is in toolset ${tool.toolset}, which is disabled.`, [toolset]);
  }

  /** Returns the suggestions that can be followed. For tools in a disabled toolset, adds how to enable it. */
  usable(suggestions: readonly string[]): readonly string[] {
    const followed = suggestions.flatMap((text) => this.#words(text) ?? []);
    return followed.length > 0 ? followed : ['Tell the user what happened.'];
  }

  /** Does the same for hints in a result. */
  inData(data: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
        if (key === 'next' || key === 'hint') {
          const words = this.#words(String(value));
          return words === undefined ? [] : [[key, words]];
        }
        return [[key, key === 'sessions' && Array.isArray(value) ? value.map((one) => this.inData(one)) : value]];
      }),
    );
  }

  /** Whether the tool can be enabled on this server. */
  isAllowed({ annotations }: Tool): boolean {
    return !this.#readOnly || annotations.readOnlyHint === true;
  }

  #words(text: string): string | undefined {
    const named = [...text.matchAll(/opencode_[a-z_]+/g)].flatMap(([name]) => byName.get(name) ?? []);
    const missing = named.filter((tool) => !this.isOffered(tool));
    if (missing.length === 0) return text;
    if (this.#readOnly) return undefined;
    const groups = [...new Set(missing.map(({ toolset }) => toolset))];
    return `${text} (First enable ${groups.join(', ')} with opencode_toolset_enable.)`;
  }
}
