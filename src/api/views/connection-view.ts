import type { SessionInfo } from '../../runtime/connect/session/session.ts';
import type { ListedTool } from '../../runtime/tools/listed-tool.ts';
import type { ListedInfo } from '../../runtime/tools/tool-cache.ts';
import type { ConnectionView, ToolHint, ToolSummary } from '../contract/servers.ts';
import { harmless } from './words.ts';

/** What a server says about itself, in this run or the last one. */
export function connectionView(info: SessionInfo | ListedInfo): ConnectionView {
  const { name, version, protocol, instructions } = info;
  const said = { name, version, protocol, instructions: instructions && longText(instructions) };
  return {
    ...(Object.fromEntries(
      Object.entries(said).flatMap(([key, text]) =>
        text ? [[key, key === 'instructions' ? text : harmless(text)]] : [],
      ),
    ) as Pick<ConnectionView, 'name' | 'version' | 'protocol' | 'instructions'>),
    ...('era' in info && { era: info.era }),
    capabilities: 'capabilities' in info ? Object.keys(info.capabilities).map(harmless) : [],
  };
}

export function toolSummary(tool: ListedTool, on: boolean, tokens: number): ToolSummary {
  const { name, title, description, annotations } = tool;
  return {
    name: harmless(name),
    ...(title !== undefined && { title: harmless(title) }),
    ...(description !== undefined && { description: longText(description) }),
    tokens,
    on,
    hints: hintsIn(annotations ?? {}),
  };
}

const hintKeys: readonly (readonly [key: string, hint: ToolHint])[] = [
  ['readOnlyHint', 'read-only'],
  ['destructiveHint', 'destructive'],
  ['idempotentHint', 'idempotent'],
  ['openWorldHint', 'open-world'],
];

/** Only what the server says itself: what the protocol assumes of one that is silent tells nothing. */
function hintsIn(annotations: Readonly<Record<string, unknown>>): ToolHint[] {
  return hintKeys.flatMap(([key, hint]) => (annotations[key] === true ? [hint] : []));
}

/** Lines stay lines. */
function longText(text: string): string {
  return text.split(/\r?\n/).map(harmless).join('\n');
}
