import * as z from 'zod';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { isOnlyText, isOnlyValue } from '../../model/outside-text.ts';
import { splitReferences } from '../../model/reference.ts';
import { MASK } from '../../model/secrets/hidden-spans.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';

const texts = z.record(z.string(), z.string().nullable());
const words = z.array(z.string());

/**
 * The fields of a definition that an assistant may set; null removes one. Others, such as a client's switch to call
 * tools without asking, would widen what it may do.
 */
export const definitionShape = z.strictObject({
  transport: z.enum(['stdio', 'http', 'sse']).nullable().optional(),
  command: z.string().nullable().optional(),
  args: words.nullable().optional(),
  env: texts.nullable().optional(),
  cwd: z.string().nullable().optional(),
  url: z.string().nullable().optional(),
  headers: texts.nullable().optional(),
  timeout: z.number().positive().nullable().optional(),
  tools: z.strictObject({ allow: words.optional(), deny: words.optional() }).nullable().optional(),
  title: z.string().nullable().optional(),
  description: z.string().nullable().optional(),
});

const name = z.string().min(1).max(200);
const places = z.array(z.string().min(1).max(200)).min(1).max(50);

/** A change that an assistant asks for. Places are `client`, `client:scope` or `catalog`. */
export const changeRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), server: name, definition: definitionShape, to: places }),
  z.strictObject({ action: z.literal('update'), server: name, definition: definitionShape, to: places.optional() }),
  z.strictObject({ action: z.enum(['remove', 'enable', 'disable']), server: name, to: places.optional() }),
  z.strictObject({ action: z.literal('rename'), server: name, newName: name, to: places.optional() }),
  z.strictObject({ action: z.literal('copy'), server: name, from: z.string().optional(), to: places }),
  z.strictObject({ action: z.literal('sync'), to: places.optional() }),
  // What the registry answered when the plan was made, so that the plan can be made again without asking it.
  z.strictObject({
    action: z.literal('install'),
    server: name,
    definition: z.record(z.string(), z.unknown()),
    registryName: z.string(),
    version: z.string(),
    to: places,
  }),
  z.strictObject({ action: z.literal('undo'), change: z.string().max(100) }),
]);

export type ChangeRequest = z.infer<typeof changeRequest>;

/** A definition without the fields that null removes. */
export function readDefinition(given: z.infer<typeof definitionShape>): Server {
  const own = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(own.map(([field, value]) => [field, withoutNulls(value as Value)]));
}

function withoutNulls(value: Value): Value {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
}

export function refuseMasks(value: Value | undefined, field = 'definition'): void {
  if (typeof value === 'string' && value.includes(MASK[0] ?? MASK)) throw new PlugboardError('value-masked', { field });
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseMasks(inner as Value, `${field}.${key}`);
}

/**
 * Throws unless the values that an assistant gave are texts or `${NAME}`, which a person sees for what it is. Any other
 * form runs a command, reads a vault or a file, or is a variable in a client or two.
 */
export function refuseMeanings({ env, headers, url, args, ...rest }: GivenValues): void {
  const entries = [...Object.entries(env ?? {}), ...Object.entries(headers ?? {})];
  for (const [name, value] of entries)
    if (!isOnlyText(name) || (value && !isOnlyValue(withoutVariables(value)))) throw notText(name);
  for (const [field, text] of Object.entries({ url, title: rest.title, description: rest.description }))
    if (text && !isOnlyText(withoutVariables(text).replaceAll(/`|[^ -~]/g, ' '))) throw notText(field);
  // A script has variables and commands of its own, which a person sees as such.
  for (const text of [rest.command, rest.cwd, ...(args ?? [])])
    if (text && !isOnlyText(text.replaceAll(/[$`]|[^ -~]/g, ' '))) throw notText('args');
}

type GivenValues = Partial<Pick<z.infer<typeof definitionShape>, 'env' | 'headers' | 'url' | 'args'>> &
  Partial<Pick<z.infer<typeof definitionShape>, 'title' | 'description' | 'command' | 'cwd'>>;

function withoutVariables(text: string): string {
  // No part of any reference, in place of those that are seen as such.
  return splitReferences(text)
    .map((part) => (typeof part === 'string' ? part : 'x y'))
    .join('');
}

function notText(field: string): PlugboardError {
  return new PlugboardError('value-not-text', { field });
}
