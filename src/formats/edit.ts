import type { Path, Value } from '../model/value.ts';
import { type RemoveOptions, Revision } from './revision.ts';
import type { Edit, Format } from './types.ts';

/**
 * Single changes to a text. Each returns minimal edits for the given text, verifies the result by parsing it again, and
 * throws instead of returning edits that fail verification.
 */
export type { RemoveOptions } from './revision.ts';

/** Sets the value at `path`, creating missing containers. */
export function setValue(format: Format, text: string, path: Path, value: Value): Edit[] {
  return revised(format, text, (revision) => revision.set(path, value));
}

export function removeValue(format: Format, text: string, path: Path, options: RemoveOptions = {}): Edit[] {
  return revised(format, text, (revision) => revision.remove(path, options));
}

export function renameKey(format: Format, text: string, path: Path, key: string): Edit[] {
  return revised(format, text, (revision) => revision.rename(path, key));
}

function revised(format: Format, text: string, change: (revision: Revision) => void): Edit[] {
  const revision = new Revision(format, format.parse(text));
  change(revision);
  return revision.edits();
}
