import { isMap } from '../../model/value.ts';
import type { JsonObject } from '../session/session.ts';

const texts = ['title', 'description'] as const;
const maps = ['annotations', 'outputSchema', '_meta', 'execution'] as const;

/**
 * The tool with fields of the wrong type removed: many clients reject the whole list because of one invalid entry.
 * Undefined if the input schema is unusable.
 */
export function safeTool(tool: JsonObject): JsonObject | undefined {
  const { inputSchema } = tool;
  const schema = isMap(inputSchema) ? inputSchema : {};
  if (schema['type'] !== undefined && schema['type'] !== 'object') return undefined;
  const isFine = schema === inputSchema && schema['type'] === 'object' && texts.every((key) => isTextOrNone(tool[key]));
  if (isFine && maps.every((key) => isMapOrNone(tool[key])) && isOutput(tool['outputSchema'])) return tool;
  const copy: Record<string, unknown> = { ...tool, inputSchema: { ...schema, type: 'object' } };
  for (const key of texts) if (!isTextOrNone(copy[key])) delete copy[key];
  for (const key of maps) if (!isMapOrNone(copy[key])) delete copy[key];
  return copy;
}

/** Before 2026, output schemas had to describe objects, and older clients reject anything else. */
export function forOlderClients(tool: JsonObject): JsonObject {
  if (isOutput(tool['outputSchema'])) return tool;
  const { outputSchema: _, ...rest } = tool;
  return rest;
}

function isOutput(schema: unknown): boolean {
  return schema === undefined || (isMap(schema) && schema['type'] === 'object');
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isMapOrNone(value: unknown): boolean {
  return value === undefined || isMap(value);
}
