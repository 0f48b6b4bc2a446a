import { isDeeperThan } from '../../model/json/depth.ts';
import { isMap } from '../../model/value.ts';
import { pickTexts } from './pick-texts.ts';
import type { JsonObject } from './tool-source.ts';

/** A tool as listed by its server. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  /** The complete object, including unknown fields. */
  readonly raw: JsonObject;
}

/** A list entry that cannot be used as it is. Other tools are not affected. */
export interface ListingProblem {
  /** Index in the list. */
  readonly at: number;
  readonly tool?: string;
  readonly reason: 'no-name' | 'listed-twice' | 'too-deep' | 'no-schema';
}

/** Deeper nesting could overflow the stack of a recursive function. No real schema comes close. */
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
