import { count } from '../../model/count.ts';
import { shownToolName } from '../../model/tool-name.ts';
import { visible } from '../../model/visible.ts';
import type { MCPTool } from '../../runtime/tools/mcp-tool.ts';
import { changeOf } from '../../runtime/tools/pins/compare-pins.ts';
import { serverTokens } from '../../runtime/tools/tokens.ts';
import type { Output } from '../output/output.ts';
import { ago } from '../output/relative-time.ts';
import { cut } from '../output/server-labels.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext } from '../program/command-context.ts';
import { hintWords, tokensOf } from './describe-tool.ts';
import type { ToolList } from './list-tools.ts';
import { firstLine } from './visible-text.ts';

/** Wide enough to distinguish tools, narrow enough for most terminals. */
const WIDTH = 60;

/** A heading per server and a table of its tools, with their token cost. */
export function toolTable(list: ToolList, { output, host, globals }: CommandContext): string[] {
  const { server, from, tools } = list;
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
    ...(globals.verbose ? [visible(nameForModels(tool, output))] : []),
    String(tokensOf(tool)),
    says(tool, list, output),
    cut(firstLine(tool.description || (tool.title ?? '')), width),
  ]);
  const titles = ['  TOOL', ...(globals.verbose ? ['FOR MODELS'] : []), 'TOKENS', 'HINTS', 'ABOUT'];
  const head = titles.map((title) => output.style('dim', title));
  return [
    `${output.style('bold', visible(server.name))}  ${output.style('dim', visible(facts.filter(Boolean).join(', ')))}`,
    ...(rows.length === 0 ? ['  has no tools'] : inColumns([head, ...rows])),
  ];
}

/** The server's hints, preceded by the change since the tool was accepted. */
function says(tool: MCPTool, list: ToolList, output: Output): string {
  const change = changeIn(tool, list, output);
  const words = [...(change === undefined ? [] : [output.style('yellow', change)]), hintWords(tool)];
  return words.filter(Boolean).join(', ') || '-';
}

function changeIn({ mcpToolName }: MCPTool, { unaccepted }: ToolList, output: Output): 'new' | 'changed' | undefined {
  return unaccepted && changeOf(output.masked(mcpToolName), unaccepted);
}

function nameForModels({ serverName, mcpToolName, name }: MCPTool, output: Output): string {
  return shownToolName({ server: serverName, tool: mcpToolName, name }, (text) => output.masked(text));
}

export function toolsAsData(list: ToolList, output: Output): Record<string, unknown> {
  const { server, from, tools, unaccepted } = list;
  const { info, at } = from.listing ?? {};
  return {
    name: server.name,
    server: info,
    listed: at,
    confirmed: from.confirmed,
    tokens: serverTokens(tools, info?.instructions),
    tools: tools.map((tool) => ({
      name: nameForModels(tool, output),
      tool: tool.mcpToolName,
      tokens: tokensOf(tool),
      change: changeIn(tool, list, output),
      definition: tool.listed.raw,
    })),
    unaccepted,
  };
}
