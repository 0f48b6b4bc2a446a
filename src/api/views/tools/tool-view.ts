import type { ToolFilter } from '../../../model/server.ts';
import { shownToolName } from '../../../model/tool-name.ts';
import { isMap } from '../../../model/value.ts';
import { convertSchema } from '../../../runtime/tools/convert-schema.ts';
import type { ListedTool } from '../../../runtime/tools/listed-tool.ts';
import type { PinDifference } from '../../../runtime/tools/pins/compare-pins.ts';
import { toolTokens } from '../../../runtime/tools/tokens.ts';
import { isOffered } from '../../../runtime/tools/tool-filter.ts';
import type { TargetRef } from '../../contract/common.ts';
import type { ToolHint } from '../../contract/servers.ts';
import type { ToolView } from '../../contract/tools.ts';
import { sanitized } from '../words.ts';
import type { ToolNames } from './tool-names.ts';

/** A file with a server, as far as its tools are concerned. */
export interface FilteredPlace {
  readonly target: TargetRef;
  readonly filter: ToolFilter | undefined;
}

interface Surroundings {
  readonly server: string;
  readonly names: ToolNames;
  readonly mask: (text: string) => string;
  readonly places: readonly FilteredPlace[];
  readonly difference: PinDifference | undefined;
  readonly hidden: ReadonlySet<string>;
}

/** A tool as described by its server, plus what we know about it. */
export function toolView(tool: ListedTool, around: Surroundings): ToolView {
  const { name, description, inputSchema, outputSchema } = tool;
  const { server, names, places, difference, hidden, mask } = around;
  const modelName = names.nameOf(server, name);
  const title = tool.title ?? titleIn(tool);
  const changed = changesOf(mask(name), difference);
  return {
    name,
    bridgedName: shownToolName({ server, tool: name, name: modelName }, mask),
    ...(title !== undefined && { title: sanitized(title) }),
    ...(description !== undefined && { description: description.split('\n').map(sanitized).join('\n') }),
    tokens: tokensOf(tool, modelName),
    hints: hintsOf(tool),
    inputSchema,
    ...(outputSchema && { outputSchema }),
    offIn: places.filter(({ filter }) => !isOffered(name, filter)).map(({ target }) => target),
    collidesWith: names.collisionsOf(server, name),
    ...(changed.length > 0 && { changed }),
    ...(hidden.has(name) && { hidden: true }),
  };
}

function titleIn({ annotations }: ListedTool): string | undefined {
  const title = annotations?.['title'];
  return typeof title === 'string' ? title : undefined;
}

const hints: readonly (readonly [field: string, word: ToolHint])[] = [
  ['readOnlyHint', 'read-only'],
  ['destructiveHint', 'destructive'],
  ['idempotentHint', 'idempotent'],
  ['openWorldHint', 'open-world'],
];

function hintsOf({ annotations = {} }: ListedTool): ToolHint[] {
  return hints.filter(([field]) => annotations[field] === true).map(([, word]) => word);
}

/** Counting is slow, and an unchanged tool stays the same object. */
const counted = new WeakMap<ListedTool, number>();

function tokensOf(tool: ListedTool, name: string): number {
  const known = counted.get(tool);
  if (known !== undefined) return known;
  const { description, inputSchema } = tool;
  const tokens = toolTokens({
    name,
    ...(description !== undefined && { description }),
    inputSchema: convertSchema(isMap(inputSchema) ? inputSchema : {}),
  });
  counted.set(tool, tokens);
  return tokens;
}

function changesOf(tool: string, difference: PinDifference | undefined): string[] {
  if (difference?.added.includes(tool)) return ['New tool.'];
  const fields = difference?.changed.find((one) => one.tool === tool)?.fields;
  if (!fields) return [];
  if (fields.length === 0) return ['The accepted version is not available for comparison.'];
  return fields.flatMap(({ field, lines }) =>
    lines.map(({ sign, at, text }) => sanitized(`${sign} ${field}${at}: ${text}`)),
  );
}
