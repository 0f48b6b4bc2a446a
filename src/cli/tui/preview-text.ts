import { count } from '../../model/count.ts';
import type { Look } from './look.ts';
import type { PickableSet } from './pickable-set.ts';
import { tokenWords } from './token-words.ts';
import { padded, widthOf } from './width.ts';
import { wrap } from './wrap.ts';

/** All there is to say about a set, on lines of this width. */
export function previewText(set: PickableSet, width: number, look: Look): readonly string[] {
  const text = (value: string): string[] => wrap(look.line(value), width);
  const facts = [count(set.servers.length, 'server'), ...(set.tokens === undefined ? [] : [tokenWords(set.tokens)])];
  return [
    ...text(set.note ?? '').filter(Boolean),
    ...reasonLines(set, width, look),
    ...(set.error === undefined ? text(facts.join(', ')).map((line) => look.paint('dim', line)) : []),
    ...serverLines(set, look).flatMap((line) => wrap(line, width)),
    ...(set.preview.length > 0 ? ['', ...set.preview.flatMap(text)] : []),
  ];
}

/** Why a set cannot be used, in full, and what to do about it. */
export function reasonLines({ error, fix }: PickableSet, width: number, look: Look): string[] {
  if (error === undefined) return [];
  const lines = error.split('\n').flatMap((line) => wrap(look.line(line), width));
  const help = fix === undefined ? [] : wrap(look.line(`fix: ${fix}`), width);
  return [...lines.map((line) => look.paint('yellow', line)), ...help.map((line) => look.paint('cyan', line))];
}

function serverLines({ servers }: PickableSet, look: Look): string[] {
  const cells = servers.map(({ name, transport, runs }) => [name, transport, runs].map((cell) => look.line(cell)));
  const widths = [0, 1].map((column) => cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0));
  return cells.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
