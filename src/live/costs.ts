import { estimateTokens, toolTokens } from '../runtime/tools/tokens.ts';
import type { Runtime } from './runtime.ts';
import type { ServerHere } from './servers-here.ts';
import { toolsOf } from './tools-of.ts';

export interface ToolCost {
  readonly name: string;
  readonly tokens: number;
}

/** What a server costs in every request that offers its tools. */
export interface ServerCost {
  readonly name: string;
  readonly tokens: number;
  /** What it tells a model about itself. */
  readonly instructions: number;
  /** The most expensive first. */
  readonly tools: readonly ToolCost[];
  /** When it was last asked. */
  readonly at: Date;
}

/** Undefined as long as nobody knows its tools. */
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

/** What the tokenizers of different vendors made of the same tools, as a part of the estimate: see `estimateTokens`. */
const LEAST = 0.73;
const MOST = 1.47;

export function rangeOf(tokens: number): readonly [least: number, most: number] {
  return [Math.floor(tokens * LEAST), Math.ceil(tokens * MOST)];
}
