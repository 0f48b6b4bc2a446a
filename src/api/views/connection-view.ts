import type { SessionInfo } from '../../runtime/connect/session/session.ts';
import type { ListedTool } from '../../runtime/tools/listed-tool.ts';
import type { ListedInfo } from '../../runtime/tools/tool-cache.ts';
import type { ConnectionView, ToolHint, ToolSummary } from '../contract/servers.ts';
import { sanitized } from './words.ts';

/** The server's own description, from this run or the last one. */
export function connectionView(info: SessionInfo | ListedInfo): ConnectionView {
  const { name, version, protocol, instructions } = info;
  const said = { name, version, protocol, instructions: instructions && longText(instructions) };
  return {
    ...(Object.fromEntries(
      Object.entries(said).flatMap(([key, text]) =>
        text ? [[key, key === 'instructions' ? text : sanitized(text)]] : [],
      ),
    ) as Pick<ConnectionView, 'name' | 'version' | 'protocol' | 'instructions'>),
    ...('era' in info && { era: info.era }),
    capabilities: 'capabilities' in info ? Object.keys(info.capabilities).map(sanitized) : [],
  };
}

export function toolSummary(tool: ListedTool, on: boolean, tokens: number): ToolSummary {
  const { name, title, description, annotations } = tool;
  return {
    name: sanitized(name),
    ...(title !== undefined && { title: sanitized(title) }),
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

/** Only declared hints: the protocol's defaults carry no information. */
function hintsIn(annotations: Readonly<Record<string, unknown>>): ToolHint[] {
  return hintKeys.flatMap(([key, hint]) => (annotations[key] === true ? [hint] : []));
}

/** Keeps line breaks. */
function longText(text: string): string {
  return text.split(/\r?\n/).map(sanitized).join('\n');
}
