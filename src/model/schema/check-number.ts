import type { SchemaMap } from './schema-map.ts';

export function checkNumber(value: number, schema: SchemaMap): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const messages: string[] = [];
  if (typeof minimum === 'number' && value < minimum) messages.push(`This must be ${minimum} or more.`);
  if (typeof maximum === 'number' && value > maximum) messages.push(`This must be ${maximum} or less.`);
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    messages.push(`This must be more than ${exclusiveMinimum}.`);
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    messages.push(`This must be less than ${exclusiveMaximum}.`);
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultiple(value, multipleOf))
    messages.push(`This must be a multiple of ${multipleOf}.`);
  return messages;
}

/** Tolerates rounding: 0.3 counts as a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}
