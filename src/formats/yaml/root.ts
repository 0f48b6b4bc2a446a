import type { Value } from '../../model/value.ts';
import { contentStart, isBlank, lineEnd, lineStart, previousLineEnd } from '../layout.ts';
import type { Edit } from '../types.ts';
import { allowsBlockScalar, bodyEnd, skipLineEnd, startsLine, trimBack } from './lines.ts';
import type { YamlDocument } from './parse.ts';
import { printInline, printLines, takesLines } from './print.ts';
import type { Style } from './style.ts';
import { columnOf, isBlock, type YamlNode } from './tree.ts';

/** Fills a document that has no value. Its comments are separated by a blank line. */
export function fillDocument({ text, room }: YamlDocument, value: Value, style: Style): Edit[] {
  const { eol } = style;
  const at = Math.max(room.end, contentStart(text));
  const terminated = at === contentStart(text) || text[at - 1] === '\n';
  const gap = holdsComment(text, room.start, at) ? eol : '';
  const printing = { ...style, blockScalars: terminated };
  const added = takesLines(value, printing) ? printLines(value, 0, printing) : printInline(value, printing, 'block');
  return [{ offset: at, length: 0, text: terminated ? gap + added + eol : eol + gap + added }];
}

/** The inverse of `fillDocument`. */
export function clearDocument({ text, room }: YamlDocument, root: YamlNode): Edit[] {
  const start = root.props?.start ?? root.start;
  const end = rootEnd(text, root);
  if (!startsLine(text, start)) {
    const from = trimBack(text, start);
    return [{ offset: from, length: end - from, text: '' }];
  }
  let from = lineStart(text, start);
  const above = lineStart(text, previousLineEnd(text, from));
  if (above < from && isBlank(text.slice(above, from)) && holdsComment(text, room.start, from)) from = above;
  if (end < text.length) return [{ offset: from, length: skipLineEnd(text, end) - from, text: '' }];
  const to = previousLineEnd(text, from);
  return [{ offset: to, length: end - to, text: '' }];
}

export function replaceDocument(text: string, root: YamlNode, value: Value, style: Style): Edit[] {
  const start = root.props?.tagged ? root.props.start : root.start;
  const end = isBlock(root) ? rootEnd(text, root) : root.end;
  const printing = { ...style, blockScalars: allowsBlockScalar(text, end, 0) };
  const edit = (from: number, added: string): Edit[] => [{ offset: from, length: end - from, text: added }];
  if (!takesLines(value, printing)) return edit(start, printInline(value, printing, 'block'));
  if (startsLine(text, start)) return edit(start, printLines(value, columnOf(text, start), printing));
  return edit(trimBack(text, start), style.eol + printLines(value, 0, printing));
}

function rootEnd(text: string, root: YamlNode): number {
  return isBlock(root) ? bodyEnd(text, root.end, columnOf(text, root.start)) : lineEnd(text, root.end);
}

/** Whether a line between `from` and `to` is a comment; a comment on the line of `---` does not count. */
function holdsComment(text: string, from: number, to: number): boolean {
  return /^[ \t]*#/m.test(text.slice(from === 0 ? contentStart(text) : lineEnd(text, from), to));
}
