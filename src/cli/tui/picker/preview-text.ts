import { count } from '../../../model/count.ts';
import type { Theme } from '../theme.ts';
import { padded, widthOf } from '../width.ts';
import { wrap } from '../wrap.ts';
import type { PickableSet } from './pickable-set.ts';
import { tokenWords } from './token-words.ts';

/** All details of a set, wrapped to a width. */
export function previewText(set: PickableSet, width: number, theme: Theme): readonly string[] {
  const text = (value: string): string[] => wrap(theme.line(value), width);
  const facts = [count(set.servers.length, 'server'), ...(set.tokens === undefined ? [] : [tokenWords(set.tokens)])];
  return [
    ...text(set.note ?? '').filter(Boolean),
    ...reasonLines(set, width, theme),
    ...(set.error === undefined ? text(facts.join(', ')).map((line) => theme.paint('dim', line)) : []),
    ...serverLines(set, theme).flatMap((line) => wrap(line, width)),
    ...(set.preview.length > 0 ? ['', ...set.preview.flatMap(text)] : []),
  ];
}

/** The complete error of a set and its fix. */
export function reasonLines({ error, fix }: PickableSet, width: number, theme: Theme): string[] {
  if (error === undefined) return [];
  const lines = error.split('\n').flatMap((line) => wrap(theme.line(line), width));
  const help = fix === undefined ? [] : wrap(theme.line(`fix: ${fix}`), width);
  return [...lines.map((line) => theme.paint('yellow', line)), ...help.map((line) => theme.paint('cyan', line))];
}

function serverLines({ servers }: PickableSet, theme: Theme): string[] {
  const cells = servers.map(({ name, transport, runs }) => [name, transport, runs].map((cell) => theme.line(cell)));
  const widths = [0, 1].map((column) => cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0));
  return cells.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
