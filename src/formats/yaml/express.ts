import { PlugboardError } from '../../model/diagnostics/error.ts';
import { isMap, Literal, type Path, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { show } from '../value-draft.ts';
import { numberFrom } from './number.ts';

/** The value as YAML reads it back: dates become texts. */
export function expressYaml(value: Value, path: Path): Value {
  if (Array.isArray(value)) return value.map((item, index) => expressYaml(item, [...path, index]));
  if (value instanceof Literal) return expressLiteral(value, path);
  if (!isMap(value)) return value;
  const map: ValueMap = {};
  for (const [key, item] of Object.entries(value)) setOwn(map, key, expressYaml(item, [...path, key]));
  return map;
}

function expressLiteral(literal: Literal, path: Path): Value {
  if (literal.kind === 'datetime') return literal.text;
  const number = numberFrom(literal.text);
  if (number !== undefined) return number;
  throw new PlugboardError('value-inexpressible', { path: show(path), why: `${literal.text} is no number in YAML` });
}
