import type { Document } from '../../formats/types.ts';
import type { Path } from '../../model/value.ts';

/**
 * The text of a document in which the value at `path` is written as in another document, with the comments above it
 * first, and without them. None if it has no text of its own.
 */
export function writtenAs(source: Document, from: Path, target: Document, path: Path): string[] {
  const [old, now] = [source.locate(from), target.locate(path)];
  if (!old || !now) return [];
  const value = source.text.slice(old.value.start, old.value.end);
  const plain = target.text.slice(0, now.value.start) + value + target.text.slice(now.value.end);
  const comments = commentsAbove(source.text, (old.key ?? old.value).start);
  if (comments === '') return [plain];
  const at = lineStart(target.text, (now.key ?? now.value).start);
  return [plain.slice(0, at) + comments + plain.slice(at), plain];
}

/** The lines above an offset that are comments. */
function commentsAbove(text: string, offset: number): string {
  const end = lineStart(text, offset);
  let start = end;
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (!/^[ \t]*(?:\/\/|#)/.test(text.slice(above, start))) break;
    start = above;
  }
  return text.slice(start, end);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
