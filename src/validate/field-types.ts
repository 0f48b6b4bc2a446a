import { isMap, Literal, type Path, type Value, type ValueMap } from '../model/value.ts';
import type { Report } from './report.ts';

/** The kind of a value, in the words that users of schema libraries know. */
export function kindOf(value: Value | undefined): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Literal) return value.kind === 'number' ? 'number' : 'date';
  return Number.isNaN(value) ? 'NaN' : typeof value;
}

/** Checks one field that may be left out; says whether it is as it must be. */
export type FieldCheck = (value: Value, path: Path, report: Report) => boolean;

function wrong(
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
  typeof value === 'string' || wrong(value, 'string', path, report);

export const isTextList: FieldCheck = (value, path, report) => {
  if (!Array.isArray(value)) return wrong(value, 'array', path, report);
  const field = String(path.at(-1));
  let sound = true;
  for (const [index, item] of value.entries()) {
    if (typeof item !== 'string') sound = wrong(item, 'string', [...path, index], report, field);
  }
  return sound;
};

export const isTextMap: FieldCheck = (value, path, report) => {
  if (!isMap(value)) return wrong(value, 'record', path, report);
  const field = String(path.at(-1));
  let sound = true;
  for (const key of Object.keys(value)) {
    const item = value[key] as Value;
    if (typeof item !== 'string') sound = wrong(item, 'string', [...path, key], report, field);
  }
  return sound;
};

export function requireMap(
  value: Value | undefined,
  path: Path,
  report: Report,
  expected = 'object',
): value is ValueMap {
  return isMap(value) || wrong(value as Value, expected, path, report);
}
