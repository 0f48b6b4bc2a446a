import { isDeeperThan } from '../../model/depth.ts';
import { isMap } from '../../model/value.ts';
import { pickTexts } from './pick-texts.ts';
import type { JsonObject } from './tool-source.ts';

/** A tool as its server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  /** With all that is not named above. */
  readonly raw: JsonObject;
}

/** Something in a list that cannot be used as it is. The other tools are not affected. */
export interface ListingProblem {
  /** Position in the list. */
  readonly at: number;
  readonly tool?: string;
  readonly reason: 'no-name' | 'listed-twice' | 'too-deep' | 'no-schema';
}

/** Nested deeper than this, data would end a recursive function. No real schema comes near. */
const DEEPEST = 200;

export function readTools(list: readonly unknown[]): { tools: ListedTool[]; problems: ListingProblem[] } {
  const tools = new Map<string, ListedTool>();
  const problems: ListingProblem[] = [];
  for (const [at, raw] of list.entries()) {
    const name = isMap(raw) && typeof raw['name'] === 'string' ? raw['name'] : '';
    if (!isMap(raw) || name === '') problems.push({ at, reason: 'no-name' });
    else if (isDeeperThan(raw, DEEPEST)) problems.push({ at, tool: name, reason: 'too-deep' });
    else if (tools.has(name)) problems.push({ at, tool: name, reason: 'listed-twice' });
    else {
      if (!isMap(raw['inputSchema'])) problems.push({ at, tool: name, reason: 'no-schema' });
      tools.set(name, readTool(name, raw));
    }
  }
  return { tools: [...tools.values()], problems };
}

function readTool(name: string, raw: JsonObject): ListedTool {
  const { inputSchema, outputSchema, annotations } = raw;
  return {
    name,
    ...pickTexts(raw, ['title', 'description']),
    inputSchema: isMap(inputSchema) ? inputSchema : { type: 'object' },
    ...(isMap(outputSchema) && { outputSchema }),
    ...(isMap(annotations) && { annotations }),
    raw,
  };
}
