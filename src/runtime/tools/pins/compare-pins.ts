import { canonicalJson } from '../../../model/json/canonical-json.ts';
import { getOwn, isMap } from '../../../model/value.ts';
import { pinnedFields, type PinnedDefinition, type Pins } from './pins.ts';

/** One line of a diff. Texts are unmodified, hidden characters included: see `revealHidden`. */
export interface PinLine {
  readonly sign: '-' | '+';
  /** JSON pointer within the field, such as `/properties/path/type`; empty for the field itself. */
  readonly at: string;
  readonly text: string;
}

export interface FieldChange {
  readonly field: (typeof pinnedFields)[number] | 'instructions';
  readonly lines: readonly PinLine[];
}

export interface PinDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** `fields` is empty if the accepted version cannot be read. */
  readonly changed: readonly { readonly tool: string; readonly fields: readonly FieldChange[] }[];
  readonly instructions?: FieldChange;
  /** A different server now has this name, so none of its tools is accepted. */
  readonly isOther?: true;
}

/** Differences from what was accepted. */
export function comparePins(old: Pins, now: Pins): PinDifference {
  const before = new Map(old.tools.map((tool) => [tool.name, tool]));
  const after = new Map(now.tools.map((tool) => [tool.name, tool]));
  const instructions = compareField('instructions', old.instructions, now.instructions);
  const unknown = [...after.keys()].filter((name) => !before.has(name));
  const changed = [...after.values()].flatMap(({ name, hash, definition }) => {
    const was = before.get(name);
    return was && was.hash !== hash ? [{ tool: name, fields: compareFields(was.definition, definition) }] : [];
  });
  const { isOther } = old;
  const uncompared = isOther ? unknown.map((tool) => ({ tool, fields: [] })) : [];
  return {
    added: isOther ? [] : unknown,
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: [...uncompared, ...changed],
    ...(instructions && { instructions }),
    ...(uncompared.length > 0 && { isOther: true }),
  };
}

/** The accepted version cannot be read, so nothing counts as accepted. */
export function incomparable(tools: readonly string[]): PinDifference {
  return { added: [], removed: [], changed: tools.map((tool) => ({ tool, fields: [] })) };
}

export function isSame({ added, removed, changed, instructions }: PinDifference): boolean {
  return added.length + removed.length + changed.length === 0 && !instructions;
}

/** How a tool changed since it was accepted; `tool` is the pinned name. */
export function changeOf(
  tool: string,
  { added, changed }: Pick<PinDifference, 'added' | 'changed'>,
): 'new' | 'changed' | undefined {
  if (changed.some((one) => one.tool === tool)) return 'changed';
  return added.includes(tool) ? 'new' : undefined;
}

/** One phrase per change. */
export function describeChanges({ added, removed, changed, instructions, isOther }: PinDifference): string[] {
  const uncompared = isOther ? [OTHER] : [];
  const compared = isOther ? changed.filter(({ fields }) => fields.length > 0) : changed;
  return [
    ...uncompared,
    ...compared.map(({ tool, fields }) =>
      fields.length === 0
        ? `${tool} cannot be compared`
        : `${tool} changed (${fields.map(({ field }) => field).join(', ')})`,
    ),
    ...added.map((tool) => `${tool} is new`),
    ...removed.map((tool) => `${tool} was removed`),
    ...(instructions ? ['the instructions changed'] : []),
  ];
}

/** One phrase for all tools, since none of them was compared. */
const OTHER = 'the name belonged to another server, so none of its tools is accepted';

function compareFields(old: PinnedDefinition, now: PinnedDefinition): FieldChange[] {
  return pinnedFields.flatMap((field) => compareField(field, old[field], now[field]) ?? []);
}

function compareField(field: FieldChange['field'], old: unknown, now: unknown): FieldChange | undefined {
  const lines = compareValues(old, now, '');
  return lines.length > 0 ? { field, lines } : undefined;
}

function compareValues(old: unknown, now: unknown, at: string): PinLine[] {
  if (isMap(old) && isMap(now)) {
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return keys.flatMap((key) => compareValues(getOwn(old, key), getOwn(now, key), `${at}/${step(key)}`));
  }
  if (Array.isArray(old) && Array.isArray(now)) {
    if (old.length === now.length)
      return old.flatMap((item, index) => compareValues(item, now[index], `${at}/${index}`));
    return replaced(old.map(canonicalJson), now.map(canonicalJson), at);
  }
  if (typeof old === 'string' && typeof now === 'string') return replaced(old.split('\n'), now.split('\n'), at);
  if (old === now) return [];
  if (old === undefined || now === undefined) return [...whole('-', old, at), ...whole('+', now, at)];
  // As JSON, so that 5 and "5", [] and "[]", or a list and a map with the same items look different.
  return [
    { sign: '-', at, text: canonicalJson(old) },
    { sign: '+', at, text: canonicalJson(now) },
  ];
}

/** The lines between the common start and end. */
function replaced(old: readonly string[], now: readonly string[], at: string): PinLine[] {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const between = (texts: readonly string[], sign: PinLine['sign']): PinLine[] =>
    texts.slice(head, texts.length - tail).map((text) => ({ sign, at, text }));
  return [...between(old, '-'), ...between(now, '+')];
}

/** A whole value, one line per item. */
function whole(sign: PinLine['sign'], value: unknown, at: string): PinLine[] {
  if (value === undefined) return [];
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, item]) => whole(sign, item, `${at}/${step(key)}`));
  }
  if (typeof value !== 'string') return [{ sign, at, text: canonicalJson(value) }];
  return value.split('\n').map((line) => ({ sign, at, text: line }));
}

/** Escapes a key for a JSON pointer. */
function step(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
