import type { Field } from '../../../../src/model/schema/field.ts';

/** The initial value of a form: defaults and constants of the schema. Undefined if nothing is set. */
export function initialValue(field: Field, required: boolean): unknown {
  if (field.default !== undefined) return structuredClone(field.default);
  if (!required) return undefined;
  switch (field.kind) {
    case 'fixed':
      return field.value;
    case 'group':
      return firstGroup(field);
    case 'list':
      return Array.from({ length: Math.min(field.least, 20) }, () => initialValue(field.item, true));
    case 'many':
      return [];
    case 'variants':
      return field.variants[0] && !field.nullable ? initialValue(field.variants[0].field, true) : undefined;
    case 'text':
    case 'number':
    case 'yes-no':
    case 'choice':
    case 'json':
      return undefined;
  }
}

function firstGroup(field: Extract<Field, { kind: 'group' }>): Record<string, unknown> {
  const entries = field.members.map(({ key, required, field: inner }) => [key, initialValue(inner, required)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
