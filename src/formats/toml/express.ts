import { PlugboardError } from '../../model/diagnostics/error.ts';
import { isMap, Literal, type Path, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { formatPath } from '../value-draft.ts';
import { readToml } from './read.ts';

const HAS_SECONDS = /\d:\d\d:\d\d/;
const LARGEST = 2n ** 63n;

/** The value as TOML reads it back. */
export function express(value: Value, path: Path): Value {
  return convert(value, path, expressScalar);
}

/** Checks that the value can be written in TOML 1.0, which supports less than we read. */
export function requireWritable(value: Value, path: Path): void {
  requireText(String(path.at(-1) ?? ''), path);
  convert(value, path, (scalar, at) => {
    const expressed = expressScalar(scalar, at);
    if (!(expressed instanceof Literal)) return expressed;
    const { kind, text } = expressed;
    if (kind === 'datetime' && text.includes(':') && !HAS_SECONDS.test(text))
      throw inexpressible(at, 'TOML 1.0 has no time without seconds');
    if (kind === 'number' && /^-?\d+$/.test(text) && (BigInt(text) >= LARGEST || BigInt(text) < -LARGEST)) {
      throw inexpressible(at, 'TOML has no integers of more than 64 bits');
    }
    return expressed;
  });
}

export function inexpressible(path: Path, why: string): PlugboardError {
  return new PlugboardError('value-inexpressible', { path: formatPath(path), why });
}

function convert(value: Value, path: Path, scalar: (value: Value, path: Path) => Value): Value {
  if (Array.isArray(value)) return value.map((item, index) => convert(item, [...path, index], scalar));
  if (!isMap(value)) return scalar(value, path);
  const map: ValueMap = {};
  for (const [key, item] of Object.entries(value)) {
    requireText(key, path);
    setOwn(map, key, convert(item, [...path, key], scalar));
  }
  return map;
}

function expressScalar(value: Value, path: Path): Value {
  if (value === null) throw inexpressible(path, 'TOML has no null');
  if (typeof value === 'string') requireText(value, path);
  return value instanceof Literal ? readLiteral(value, path) : value;
}

/** TOML strings and keys must be valid Unicode. */
export function requireText(text: string, path: Path): void {
  if (/\p{Surrogate}/u.test(text)) throw inexpressible(path, 'it contains a lone surrogate');
}

/** A number or date spelled for another format may be invalid in TOML. */
function readLiteral(literal: Literal, path: Path): Value {
  const source = `a = ${literal.text}`;
  const { tree, error } = readToml(source);
  const node = error ? undefined : tree.root.children.get('a');
  if (node?.kind === 'scalar' && node.end === source.length && kindOf(node.value) === literal.kind) return node.value;
  throw inexpressible(path, `${literal.text} is not a ${literal.kind} in TOML`);
}

function kindOf(value: Value): string {
  return value instanceof Literal ? value.kind : typeof value;
}
