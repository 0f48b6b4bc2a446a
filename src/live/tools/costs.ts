import { estimateTokens, toolTokens } from '../../runtime/tools/tokens.ts';
import type { Runtime } from '../runtime.ts';
import type { ServerHere } from '../servers-here.ts';
import { toolsOf } from './tools-of.ts';

export interface ToolCost {
  readonly name: string;
  readonly tokens: number;
}

/** Token cost of a server in every request that offers its tools. */
export interface ServerCost {
  readonly name: string;
  readonly tokens: number;
  /** Tokens of the server's instructions. */
  readonly instructions: number;
  /** Sorted by cost, highest first. */
  readonly tools: readonly ToolCost[];
  /** When the tools were listed. */
  readonly at: Date;
}

/** The token cost of a server; undefined if its tools are not known. */
export function costOf({ name }: ServerHere, use: { readonly runtime: Runtime }): ServerCost | undefined {
  const listing = use.runtime.tools.servers.get(name)?.listing;
  if (!listing) return undefined;
  const tools = toolsOf(name, use)
    .map((tool) => ({ name: tool.mcpToolName, tokens: toolTokens(tool) }))
    .toSorted(byCost);
  const instructions = estimateTokens(listing.info.instructions ?? '');
  return { name, tokens: sumOf(tools) + instructions, instructions, tools, at: listing.at };
}

export function sumOf(costs: readonly { readonly tokens: number }[]): number {
  return costs.reduce((sum, { tokens }) => sum + tokens, 0);
}

export function byCost(a: ToolCost, b: ToolCost): number {
  return b.tokens - a.tokens || (a.name < b.name ? -1 : 1);
}

/**
 * Measured range of different vendors' tokenizers for the same tools, relative to the estimate: see `estimateTokens`.
 */
const LOWEST_FACTOR = 0.73;
const HIGHEST_FACTOR = 1.47;

export function rangeOf(tokens: number): readonly [least: number, most: number] {
  return [Math.floor(tokens * LOWEST_FACTOR), Math.ceil(tokens * HIGHEST_FACTOR)];
}
