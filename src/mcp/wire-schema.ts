import type { Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { leastChars } from './page.ts';

type Json = Record<string, unknown>;

/** What tools/list shows of a tool. */
export interface ServedTool {
  readonly name: string;
  readonly title: string;
  /** Description for the model. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
}

/** A tool as it appears in tools/list. */
export function toolOnWire({ name, title, description, annotations, input, output }: ServedTool): ListedTool {
  return {
    name,
    title,
    description,
    annotations: saying(annotations),
    inputSchema: shown(input, 'input') as ListedTool['inputSchema'],
    outputSchema: shown(output, 'output'),
  };
}

/** The annotations that differ from the protocol's defaults. */
function saying({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: ToolAnnotations): ToolAnnotations {
  return {
    ...(readOnlyHint ? { readOnlyHint } : { destructiveHint }),
    ...(idempotentHint ? { idempotentHint } : {}),
    ...(openWorldHint === false ? { openWorldHint } : {}),
  };
}

/** The required fields of a result. */
export function requiredIn(schema: z.ZodObject): readonly string[] {
  return (shown(schema, 'output')['required'] ?? []) as readonly string[];
}

/** Cached: for some clients a server is created per request, with the same schemas. */
const made = new WeakMap<z.ZodObject, Json>();

function shown(schema: z.ZodObject, io: 'input' | 'output'): Json {
  const known = made.get(schema);
  if (known) return known;
  const whole = z.toJSONSchema(schema, { io }) as Json;
  const json = (io === 'input' ? compactSchema(whole) : outline(whole)) as Json;
  made.set(schema, json);
  return json;
}

/** Output schemas list only the names of fields: a result explains itself, and every byte costs context. */
function outline(schema: Json): Json {
  const { type, properties, required } = schema as {
    type: string;
    properties: Record<string, Json>;
    required?: unknown;
  };
  const parts = Object.entries(properties).map(([name, part]) => [
    name,
    { ...(part['type'] === undefined ? {} : { type: part['type'] }), ...(part['enum'] ? { enum: part['enum'] } : {}) },
  ]);
  return { type, properties: Object.fromEntries(parts), ...(required ? { required } : {}) };
}

/** Removes keywords without information: they use up the model's context. */
function compactSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compactSchema);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !isIdle(key, inner))
      .map(([key, inner]) => [key, compactSchema(inner)]),
  );
}

/** Also removes limits that every caller respects; arguments are validated against the full schema. */
const redundantKeywords = new Set([
  '$schema',
  'propertyNames',
  'minLength',
  'minItems',
  'maxItems',
  'exclusiveMinimum',
  'pattern',
]);

function isIdle(key: string, value: unknown): boolean {
  if (redundantKeywords.has(key)) return true;
  if (key === 'minimum') return Number(value) <= 1 || Number(value) === leastChars;
  if (key === 'maximum') return Number(value) === Number.MAX_SAFE_INTEGER;
  return key === 'additionalProperties' && (value === false || Object.keys(value ?? {}).length === 0);
}
