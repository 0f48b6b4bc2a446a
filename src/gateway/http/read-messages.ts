import { isMap } from '../../model/value.ts';
import { frameOf, readFrames } from '../frame.ts';
import type { Frame } from '../session.ts';

/** Up to here parsing and printing is quicker than to keep a text as it is. */
const SMALL = 4096;

/** What may be a number that is not printed again as it was written. */
const DELICATE = /\d{16}|[\s:,[-]\d+[.eE]/;

/** The messages of a request, or undefined when it holds something else. */
export function readMessages(text: string): readonly Frame[] | undefined {
  if (text.length > SMALL || DELICATE.test(text)) return readFrames(text);
  try {
    const value: unknown = JSON.parse(text);
    // What is not one plain message is rare and is looked at more closely.
    return isMap(value) && typeof value['method'] === 'string' ? [frameOf(value)] : readFrames(text);
  } catch {
    return undefined;
  }
}
