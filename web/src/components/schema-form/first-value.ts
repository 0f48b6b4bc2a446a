import type { Field } from '../../../../src/model/schema/field.ts';

/** What a form begins with: what the schema proposes, and what can be nothing else. Undefined where nothing is set. */
export function firstValue(field: Field, required: boolean): unknown {
  if (field.default !== undefined) return structuredClone(field.default);
  if (!required) return undefined;
  switch (field.kind) {
    case 'fixed':
      return field.value;
    case 'group':
      return firstGroup(field);
    case 'list':
      return Array.from({ length: Math.min(field.least, 20) }, () => firstValue(field.item, true));
    case 'many':
      return [];
    case 'variants':
      return field.variants[0] && !field.nullable ? firstValue(field.variants[0].field, true) : undefined;
    case 'text':
    case 'number':
    case 'yes-no':
    case 'choice':
    case 'json':
      return undefined;
  }
}

function firstGroup(field: Extract<Field, { kind: 'group' }>): Record<string, unknown> {
  const entries = field.members.map(({ key, required, field: inner }) => [key, firstValue(inner, required)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
