import { type Range, rangeOf } from '../model/diagnostics/position.ts';
import type { Path } from '../model/value.ts';
import type { Document } from './types.ts';

/** The position of a value, or of the nearest container if the value is missing. */
export function nearestRange(document: Document, path: Path): Range | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const location = document.locate(path.slice(0, length));
    if (location) return rangeOf(document.text, location.key ?? location.value);
  }
  return undefined;
}
