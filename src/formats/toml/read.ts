import type { Value } from '../../model/value.ts';
import { TomlError } from './problem.ts';
import { Reader } from './reader.ts';
import type { RepeatedKey } from './tables.ts';
import type { Tree } from './tree.ts';

const SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_RETURN = /\r(?!\n)/;

interface Reading {
  /** Everything read, up to the error if any. */
  readonly tree: Tree;
  readonly error: TomlError | undefined;
  readonly repeated: readonly RepeatedKey[];
}

/** TOML 1.1 is read, but never written. */
export function readToml(text: string): Reading {
  const reader = new Reader(text);
  let error: TomlError | undefined;
  try {
    reader.read();
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    error = thrown;
  }
  const stray = strayCharacter(text);
  if (stray && stray.at <= (error?.at ?? Infinity)) error = stray;
  return { tree: reader.tree, error, repeated: reader.repeated };
}

/** Characters that TOML forbids anywhere. */
function strayCharacter(text: string): TomlError | undefined {
  const half = SURROGATE.test(text) ? text.search(LONE_SURROGATE) : -1;
  const line = text.includes('\r') ? text.search(LONE_RETURN) : -1;
  if (half === -1 && line === -1) return undefined;
  return half === -1 || (line !== -1 && line < half) ? new TomlError('return', line) : new TomlError('surrogate', half);
}

/** The value of a valid text; undefined otherwise. */
export function tomlValue(text: string): Value | undefined {
  const { tree, error, repeated } = readToml(text);
  return error || repeated.length > 0 ? undefined : tree.root.value;
}
