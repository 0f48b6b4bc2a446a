import { decodeUri } from '../decode-uri.ts';
import { isList, isMap, own, textsIn, type SchemaMap } from './schema-map.ts';

/** Limits the number of visited schemas, because references can multiply or form a cycle. */
export interface Budget {
  left: number;
}

/** The longest chain of references that is followed. */
const DEEPEST = 20;

const MOST_STEPS = 1000;

/**
 * A schema with its reference resolved and its `allOf` merged. Undefined if that is not possible: the reference is
 * external, or the parts contradict each other.
 */
export function resolveSchema(
  schema: unknown,
  root: unknown,
  budget: Budget = { left: MOST_STEPS },
  depth = 0,
): SchemaMap | undefined {
  budget.left -= 1;
  if (schema === true) return {};
  if (!isMap(schema) || depth > DEEPEST || budget.left < 0) return undefined;
  const { $ref, ...beside } = schema;
  if (typeof $ref === 'string') {
    const target = resolveSchema(pointedAt($ref, root), root, budget, depth + 1);
    return target && resolveSchema({ ...target, ...beside }, root, budget, depth + 1);
  }
  const { allOf, ...rest } = schema;
  if (!isList(allOf)) return schema;
  return allOf.reduce<SchemaMap | undefined>((all, part) => {
    const resolved = resolveSchema(part, root, budget, depth + 1);
    return all && resolved && together(all, resolved);
  }, rest);
}

/** Resolves references within the same document only: a server must not cause a fetch. */
function pointedAt(reference: string, root: unknown): unknown {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  const steps = reference.slice(1).split('/').slice(1).map(keyOfStep);
  return steps.reduce<unknown>((at, step) => {
    if (isList(at)) return at[Number(step)];
    return isMap(at) ? own(at, step) : undefined;
  }, root);
}

/** The key of a step in a JSON pointer that is written as a URI fragment (RFC 6901, section 6). */
export function keyOfStep(step: string): string {
  return decodeUri(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The conjunction of two schemas, if one schema can express it. */
function together(first: SchemaMap, second: SchemaMap): SchemaMap | undefined {
  const merged: Record<string, unknown> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const before = own(first, key);
    if (before === undefined) merged[key] = value;
    else if (key === 'properties' && isMap(before) && isMap(value)) merged[key] = { ...before, ...value };
    else if (key === 'required') merged[key] = [...new Set([...textsIn(before), ...textsIn(value)])];
    else if (['title', 'description', 'default', '$comment'].includes(key)) continue;
    else if (JSON.stringify(before) !== JSON.stringify(value)) return undefined;
  }
  return merged;
}
