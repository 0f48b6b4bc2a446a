import type { StandardSchemaWithJSON, Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from './tools/tool.ts';

type Json = Record<string, unknown>;

/**
 * What clients see of the arguments of a tool. The SDK would word wrong ones in its own way, so here everything passes;
 * they are checked where every failure gets the same form.
 */
export function inputOnWire(schema: z.ZodObject): StandardSchemaWithJSON {
  const json = shown(schema, 'input');
  return onWire(schema, json, (value) => ({ value }));
}

/** A tool as clients see it in the list. */
export function toolOnWire({ name, title, description, annotations, input, output }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    annotations,
    inputSchema: shown(input, 'input') as ListedTool['inputSchema'],
    outputSchema: shown(output, 'output') as ListedTool['outputSchema'],
  };
}

/** What clients see of the answer of a tool, which is checked before it is sent. */
export function outputOnWire(schema: z.ZodObject): StandardSchemaWithJSON {
  const json = shown(schema, 'output');
  return onWire(schema, json, (value) => schema['~standard'].validate(value));
}

function onWire(
  schema: z.ZodObject,
  json: Json,
  validate: StandardSchemaWithJSON['~standard']['validate'],
): StandardSchemaWithJSON {
  const { version, vendor } = schema['~standard'];
  return { '~standard': { version, vendor, validate, jsonSchema: { input: () => json, output: () => json } } };
}

/** A server is made for every request of some clients; its schemas are the same each time. */
const made = new WeakMap<z.ZodObject, Json>();

function shown(schema: z.ZodObject, io: 'input' | 'output'): Json {
  const known = made.get(schema);
  if (known) return known;
  const json = lean(z.toJSONSchema(io === 'input' ? schema.strict() : schema, { io })) as Json;
  made.set(schema, json);
  return json;
}

/** Without what says nothing: every word of it takes room from the model. */
function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !isIdle(key, inner))
      .map(([key, inner]) => [key, lean(inner)]),
  );
}

function isIdle(key: string, value: unknown): boolean {
  if (key === '$schema' || key === 'propertyNames') return true;
  if (key === 'maximum' || key === 'minimum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return key === 'additionalProperties' && typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}
