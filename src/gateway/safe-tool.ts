import { isMap } from '../model/value.ts';
import type { JsonObject } from './session.ts';

const texts = ['title', 'description'] as const;
const maps = ['annotations', 'outputSchema', '_meta', 'execution'] as const;

/**
 * A tool that no client stumbles over: many refuse a whole list because of one entry. What cannot be what it should be
 * is left out; undefined when nothing usable is left.
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

/** Until 2026 the result of a tool was a map, and clients of that time take nothing else. */
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
