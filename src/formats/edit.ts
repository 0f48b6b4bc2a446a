import type { Path, Value } from '../model/value.ts';
import { type RemoveOptions, Revision } from './revision.ts';
import type { Edit, Format } from './types.ts';

/**
 * Single changes to a text. Each returns edits for the text it was given and never touches a byte that it does not have
 * to; each proves its result by parsing it again, and throws rather than return edits it cannot vouch for.
 */
export type { RemoveOptions } from './revision.ts';

/** Makes the value at `path` equal to `value`, creating the containers that are missing. */
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
