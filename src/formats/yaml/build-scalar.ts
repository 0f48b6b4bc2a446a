import type { CST, Scalar } from 'yaml';
import type { Value } from '../../model/value.ts';
import { readBlockScalar } from './block-scalar.ts';
import { exactNumber } from './number.ts';
import type { BlockScalar, Props, ScalarNode } from './tree.ts';

export type Tokens = readonly CST.SourceToken[];

/** The anchor and the tag among the tokens before a node. */
export function propsOf(tokens: Tokens): Props | undefined {
  const found = tokens.filter(({ type }) => type === 'anchor' || type === 'tag');
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return undefined;
  const anchor = found.find(({ type }) => type === 'anchor')?.source;
  const tagged = found.some(({ type }) => type === 'tag');
  return { start: first.offset, end: last.offset + last.source.length, anchor, tagged };
}

/** `at` is the position of an empty scalar. */
export function buildScalar(node: Scalar | null, props: Props | undefined, at: number): ScalarNode {
  const token = node?.srcToken as CST.FlowScalar | CST.BlockScalar | undefined;
  const source = node?.source ?? '';
  const value = scalarValue(node);
  const make = (style: ScalarNode['style'], start: number, end: number, block?: BlockScalar): ScalarNode => {
    return { kind: 'scalar', style, start, end, props, source, value, size: 1, block };
  };
  if (!token || (token.source === '' && token.type === 'scalar'))
    return make('empty', props?.end ?? at, props?.end ?? at);
  const start = token.offset;
  if (token.type === 'block-scalar') {
    const { block, end } = readBlockScalar(token);
    return make('block', start, end, block);
  }
  return make(flowStyles[token.type], start, start + token.source.length);
}

const flowStyles = {
  alias: 'plain',
  scalar: 'plain',
  'single-quoted-scalar': 'single',
  'double-quoted-scalar': 'double',
} as const;

function scalarValue(node: Scalar | null): Value {
  const value = node?.value ?? null;
  if (typeof value === 'number') return exactNumber(value, node?.source ?? '');
  return value as Value;
}
