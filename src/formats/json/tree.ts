import type { Span } from '../../model/diagnostics/position.ts';
import { type Path, type Scalar, setOwn, type Value, type ValueMap } from '../../model/value.ts';

export type JsonNode = MapNode | ListNode | ScalarNode;

export interface MapNode extends Span {
  readonly kind: 'map';
  readonly members: Member[];
}

export interface ListNode extends Span {
  readonly kind: 'list';
  readonly items: JsonNode[];
}

interface ScalarNode extends Span {
  readonly kind: 'scalar';
  readonly value: Scalar;
}

/** `"key": value`; the span covers both. */
export interface Member extends Span {
  readonly key: string;
  readonly keyEnd: number;
  readonly value: JsonNode;
}

export function valueOf(node: JsonNode): Value {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(valueOf);
  const map: ValueMap = {};
  for (const member of node.members) setOwn(map, member.key, valueOf(member.value));
  return map;
}

/** The node at `path`, with its member when it is in a map. */
export function find(root: JsonNode | undefined, path: Path): { node: JsonNode; member?: Member } | undefined {
  let node = root;
  let member: Member | undefined;
  for (const step of path) {
    member = node?.kind === 'map' ? memberOf(node, step) : undefined;
    node = node?.kind === 'list' && typeof step === 'number' ? node.items[step] : member?.value;
  }
  if (!node) return undefined;
  return member ? { node, member } : { node };
}

/** Maps up to this size are scanned; larger ones use an index. */
const SMALL = 16;
const indexes = new WeakMap<MapNode, Map<string | number, Member>>();

/** The member with this key: the last one of duplicates. */
function memberOf(node: MapNode, key: string | number): Member | undefined {
  if (node.members.length <= SMALL) return node.members.findLast((member) => member.key === key);
  const index = indexes.get(node) ?? new Map(node.members.map((member) => [member.key, member]));
  indexes.set(node, index);
  return index.get(key);
}
