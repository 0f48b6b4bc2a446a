import { count } from '../../model/count.ts';
import { visible } from '../../model/visible.ts';
import { serverTokens } from '../../runtime/tools/tokens.ts';
import type { CommandContext } from '../command-context.ts';
import { cut } from '../server-words.ts';
import { inColumns } from '../table.ts';
import { ago } from '../when.ts';
import type { ToolList } from './list-tools.ts';
import { hintWords, tokensOf } from './tool-words.ts';
import { firstLine } from './visible-text.ts';

/** Wide enough to tell tools apart, narrow enough for most terminals. */
const WIDTH = 60;

/** A heading for each server and its tools below, with what each of them costs. */
export function toolTable({ server, from, tools }: ToolList, { output, host, globals }: CommandContext): string[] {
  const { info = {}, at } = from.listing ?? {};
  const self = [info.name, info.version].filter(Boolean).join(' ');
  const facts = [
    count(tools.length, 'tool'),
    `about ${serverTokens(tools, info.instructions)} tokens`,
    at && `as of ${ago(at, host.now())}`,
    self,
  ];
  const width = globals.verbose ? Number.POSITIVE_INFINITY : WIDTH;
  const rows = tools.map((tool) => [
    `  ${output.style('bold', visible(tool.mcpToolName))}`,
    ...(globals.verbose ? [visible(tool.name)] : []),
    String(tokensOf(tool)),
    hintWords(tool) || '-',
    cut(firstLine(tool.description || (tool.title ?? '')), width),
  ]);
  const titles = ['  TOOL', ...(globals.verbose ? ['FOR MODELS'] : []), 'TOKENS', 'SAYS', 'ABOUT'];
  const head = titles.map((title) => output.style('dim', title));
  return [
    `${output.style('bold', visible(server.name))}  ${output.style('dim', visible(facts.filter(Boolean).join(', ')))}`,
    ...(rows.length === 0 ? ['  has no tools'] : inColumns([head, ...rows])),
  ];
}

export function toolsAsData({ server, from, tools }: ToolList): Record<string, unknown> {
  const { info, at } = from.listing ?? {};
  return {
    name: server.name,
    server: info,
    listed: at,
    confirmed: from.confirmed,
    tokens: serverTokens(tools, info?.instructions),
    tools: tools.map((tool) => ({
      name: tool.name,
      tool: tool.mcpToolName,
      tokens: tokensOf(tool),
      definition: tool.listed.raw,
    })),
  };
}
