import { parse, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { parse as parseToml, TomlDate } from 'smol-toml';
import type { Target } from './targets.ts';

/** What a file says, read by parsers that are not Plugboard's own. */
export interface Values {
  /** Every leaf by its path, as text. Numbers are exact: a rounded one counts as another value. */
  readonly leaves: Map<string, string>;
  /** The keys of every map by its path, in their order. */
  readonly keys: Map<string, readonly string[]>;
  /** The servers by name. */
  readonly servers: Readonly<Record<string, unknown>>;
}

const tolerant = { allowTrailingComma: true };

/** Throws when the text is not of the target's format. */
export function readValues({ format, section }: Target, text: string): Values {
  const found: Values = { leaves: new Map(), keys: new Map(), servers: {} };
  if (format === 'toml') addToml(found, '', parseToml(text, { integersAsBigInt: true }));
  else addJson(found, '', jsonTree(text, format), text);
  const root: unknown = format === 'toml' ? parseToml(text) : parse(text, [], tolerant);
  return { ...found, servers: (root as Record<string, Values['servers'] | undefined>)[section] ?? {} };
}

function jsonTree(text: string, format: Target['format']): Node {
  if (format === 'json') JSON.parse(text);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, tolerant);
  if (!tree || errors[0]) throw new Error(`not JSON at offset ${errors[0]?.offset ?? 0}`);
  return tree;
}

/** From the tree, not from an object: that would put keys that look like integers first. */
function addJson(found: Values, path: string, node: Node, text: string): void {
  const children = node.children ?? [];
  if (node.type === 'array') {
    if (children.length === 0) found.leaves.set(path, '[]');
    for (const [index, child] of children.entries()) addJson(found, `${path}/${index}`, child, text);
  } else if (node.type === 'object') {
    if (children.length === 0) found.leaves.set(path, '{}');
    const names = children.map(({ children: pair = [] }) => String(pair[0]?.value));
    found.keys.set(path, names);
    for (const [index, name] of names.entries()) {
      const value = children[index]?.children?.[1];
      if (value) addJson(found, `${path}/${name}`, value, text);
    }
  } else {
    const source = text.slice(node.offset, node.offset + node.length);
    found.leaves.set(path, node.type === 'number' ? exactNumber(source) : JSON.stringify(node.value));
  }
}

function addToml(found: Values, path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || value instanceof TomlDate) {
    found.leaves.set(path, tomlLeaf(value));
    return;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) found.leaves.set(path, Array.isArray(value) ? '[]' : '{}');
  const names = entries.map(([key]) => key);
  if (!Array.isArray(value)) found.keys.set(path, names);
  for (const [key, inner] of entries) addToml(found, `${path}/${key}`, inner);
}

function tomlLeaf(value: unknown): string {
  if (value instanceof TomlDate) return value.toISOString();
  // For TOML, 20 and 20.0 are of different types.
  if (typeof value === 'number' && Number.isInteger(value)) return value.toFixed(1);
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** The same number in one spelling only: `1.50` and `0.15e1` are both `15e-1`. */
function exactNumber(text: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  const exponent = Number(power) - fraction.length + digits.length - short.length;
  if (short === '') return '0';
  return sign + (exponent >= 0 && exponent < 30 ? short.padEnd(short.length + exponent, '0') : `${short}e${exponent}`);
}
