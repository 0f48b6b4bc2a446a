import type { Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { leastChars } from './page.ts';
import type { Tool } from './tools/tool.ts';

type Json = Record<string, unknown>;

/** A tool as clients see it in the list. */
export function toolOnWire({ name, title, description, annotations, input, output }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    annotations: saying(annotations),
    inputSchema: shown(input, 'input') as ListedTool['inputSchema'],
    outputSchema: shown(output, 'output'),
  };
}

/** Annotations that differ from what the protocol assumes without them. */
function saying({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: ToolAnnotations): ToolAnnotations {
  return {
    ...(readOnlyHint ? { readOnlyHint } : { destructiveHint }),
    ...(idempotentHint ? { idempotentHint } : {}),
    ...(openWorldHint === false ? { openWorldHint } : {}),
  };
}

/** What an answer has to have, whatever else is left out. */
export function requiredIn(schema: z.ZodObject): readonly string[] {
  return (shown(schema, 'output')['required'] ?? []) as readonly string[];
}

/** A server is made for every request of some clients; its schemas are the same each time. */
const made = new WeakMap<z.ZodObject, Json>();

function shown(schema: z.ZodObject, io: 'input' | 'output'): Json {
  const known = made.get(schema);
  if (known) return known;
  const whole = z.toJSONSchema(schema, { io }) as Json;
  const json = (io === 'input' ? lean(whole) : outline(whole)) as Json;
  made.set(schema, json);
  return json;
}

/** An answer explains itself; what a model needs beforehand is the names of its parts. */
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

/** Also bounds that every caller keeps anyway; arguments are checked against the whole schema. */
const idle = new Set(['$schema', 'propertyNames', 'minLength', 'minItems', 'maxItems', 'exclusiveMinimum', 'pattern']);

function isIdle(key: string, value: unknown): boolean {
  if (idle.has(key)) return true;
  if (key === 'minimum') return Number(value) <= 1 || Number(value) === leastChars;
  if (key === 'maximum') return Number(value) === Number.MAX_SAFE_INTEGER;
  return key === 'additionalProperties' && (value === false || Object.keys(value ?? {}).length === 0);
}
