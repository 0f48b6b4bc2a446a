import { isMap, Literal, type Path, type Value, type ValueMap } from '../model/value.ts';
import type { Report } from './report.ts';

/** The type name of a value, as schema libraries name it. */
export function kindOf(value: Value | undefined): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Literal) return value.kind === 'number' ? 'number' : 'date';
  return Number.isNaN(value) ? 'NaN' : typeof value;
}

/** Checks an optional field and returns whether it is valid. */
export type FieldCheck = (value: Value, path: Path, report: Report) => boolean;

function reportWrongType(
  value: Value,
  expected: string,
  path: Path,
  report: Report,
  field = String(path.at(-1) ?? 'document'),
): false {
  report('wrong-type', { field, expected, received: kindOf(value) }, path);
  return false;
}

export const isText: FieldCheck = (value, path, report) =>
  typeof value === 'string' || reportWrongType(value, 'string', path, report);

export const isTextList: FieldCheck = (value, path, report) => {
  if (!Array.isArray(value)) return reportWrongType(value, 'array', path, report);
  const field = String(path.at(-1));
  let isValid = true;
  for (const [index, item] of value.entries()) {
    if (typeof item !== 'string') isValid = reportWrongType(item, 'string', [...path, index], report, field);
  }
  return isValid;
};

export const isTextMap: FieldCheck = (value, path, report) => {
  if (!isMap(value)) return reportWrongType(value, 'record', path, report);
  const field = String(path.at(-1));
  let isValid = true;
  for (const key of Object.keys(value)) {
    const item = value[key] as Value;
    if (typeof item !== 'string') isValid = reportWrongType(item, 'string', [...path, key], report, field);
  }
  return isValid;
};

export function requireMap(
  value: Value | undefined,
  path: Path,
  report: Report,
  expected = 'object',
): value is ValueMap {
  return isMap(value) || reportWrongType(value as Value, expected, path, report);
}
