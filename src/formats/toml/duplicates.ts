import { ParseError } from 'toml-eslint-parser';
import type { Span } from '../../model/position.ts';
import type { Path } from '../../model/value.ts';
import { readTree } from './read.ts';
import type { TableNode, TomlNode } from './tree.ts';

interface Duplicate {
  readonly key: string;
  readonly path: Path;
  readonly span: Span;
  /** Offset of the first definition. */
  readonly first: number;
}

/** A key that is given another name so that the text can be read. */
interface Mask {
  readonly key: string;
  readonly name: string;
  readonly span: Span;
}

const KEY = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+/y;
/** Reading a text again for each repeated key must stay bearable. */
const CHARACTERS_TO_READ = 500_000;
const MOST_MASKS = 20;

export function isDuplicate(error: unknown): error is ParseError {
  return error instanceof ParseError && error.message === 'Defining a key multiple times is invalid';
}

/**
 * The repeated keys of a text, and where each is defined first. The parser stops at a repeated key and says nothing of
 * the other one, so each is renamed until the text can be read; then its namesake stands beside it in the same table.
 */
export function findDuplicates(text: string, first: ParseError): Duplicate[] {
  const masks: Mask[] = [];
  const most = Math.max(1, Math.min(MOST_MASKS, CHARACTERS_TO_READ / text.length));
  for (let error: unknown = first; isDuplicate(error) && masks.length < most;) {
    const mask = nextMask(text, masks, error.index);
    if (!mask) return [];
    masks.push(mask);
    masks.sort((a, b) => a.span.start - b.span.start);
    try {
      const { root } = readTree(masked(text, masks));
      const parents = parentsOf(root, new Set(masks.map(({ name }) => name)));
      return masks.flatMap((one) => locate(one, masks, parents.get(one.name)));
    } catch (next) {
      error = next;
    }
  }
  return [];
}

function masked(text: string, masks: readonly Mask[]): string {
  let result = '';
  let at = 0;
  for (const { span, name } of masks) {
    result += text.slice(at, span.start) + name;
    at = span.end;
  }
  return result + text.slice(at);
}

/** The offset in the text itself. */
function unmasked(offset: number, masks: readonly Mask[]): number {
  let shift = 0;
  for (const { span, name } of masks) {
    if (span.start + shift >= offset) break;
    shift += name.length - (span.end - span.start);
  }
  return offset - shift;
}

function nextMask(text: string, masks: readonly Mask[], index: number): Mask | undefined {
  const start = unmasked(index, masks);
  KEY.lastIndex = start;
  const source = KEY.exec(text)?.[0];
  if (source === undefined || masks.some(({ span }) => span.start === start)) return undefined;
  const [key] = readTree(`${source} = 1`).root.children.keys();
  return key === undefined
    ? undefined
    : { key, name: `repeated-key-${masks.length}-${start}`, span: { start, end: start + source.length } };
}

function parentsOf(root: TableNode, names: ReadonlySet<string>): Map<string, { table: TableNode; path: Path }> {
  const parents = new Map<string, { table: TableNode; path: Path }>();
  const visit = (node: TomlNode, path: Path): void => {
    if (node.kind === 'list' || node.kind === 'tables') {
      for (const [index, item] of node.items.entries()) visit(item, [...path, index]);
    }
    if (node.kind !== 'table') return;
    for (const [key, child] of node.children) {
      if (names.has(key)) parents.set(key, { table: node, path });
      visit(child, [...path, key]);
    }
  };
  visit(root, []);
  return parents;
}

function locate(mask: Mask, masks: readonly Mask[], parent: { table: TableNode; path: Path } | undefined): Duplicate[] {
  const first = parent?.table.children.get(mask.key)?.mentions[0]?.key.start;
  if (!parent || first === undefined) return [];
  const { key, span } = mask;
  const path = parent.path.map((step) => masks.find(({ name }) => name === step)?.key ?? step);
  return [{ key, span, path: [...path, key], first: unmasked(first, masks) }];
}
