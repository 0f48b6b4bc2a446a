const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_MAP, CLOSE_MAP, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Something that only a real parser should decide about. */
const UNUSUAL = -1;

/** Some keys of an object, and where their values stand: first position and the one behind the last, -1 for none. */
export class Keys {
  readonly names: readonly string[];
  readonly found: Int32Array;
  /** Keys to look for in the value of one of them, when that is an object. */
  readonly within: readonly (Keys | undefined)[];

  constructor(names: readonly string[], within: readonly (Keys | undefined)[] = []) {
    this.names = names;
    this.within = within;
    this.found = new Int32Array(2 * names.length).fill(-1);
  }

  clear(): void {
    this.found.fill(-1);
    for (const keys of this.within) keys?.clear();
  }
}

/**
 * Looks for some keys of the object that begins at `at`, without building anything. What lies between is stepped over:
 * in a text that is JSON the places are right; a text that is not may pass. Gives the position behind the object, or
 * -1 for whatever is unusual: keys that come twice or are spelled with escapes.
 */
export function scanObject(text: string, at: number, keys: Keys): number {
  if (text.charCodeAt(at) !== OPEN_MAP) return UNUSUAL;
  const { names, found, within } = keys;
  let position = afterSpace(text, at + 1);
  if (text.charCodeAt(position) === CLOSE_MAP) return position + 1;
  for (;;) {
    const keyEnd = afterString(text, position);
    if (keyEnd === UNUSUAL) return UNUSUAL;
    const index = indexOfKey(text, position + 1, keyEnd - 1, names);
    if (index === ESCAPED) return UNUSUAL;
    position = afterSpace(text, keyEnd);
    if (text.charCodeAt(position) !== COLON) return UNUSUAL;
    position = afterSpace(text, position + 1);
    const inner = index === -1 ? undefined : within[index];
    const isInner = inner !== undefined && text.charCodeAt(position) === OPEN_MAP;
    const end = isInner ? scanObject(text, position, inner) : afterValue(text, position);
    if (end === UNUSUAL) return UNUSUAL;
    if (index !== -1) {
      if (found[2 * index] !== -1) return UNUSUAL;
      found[2 * index] = position;
      found[2 * index + 1] = end;
    }
    position = afterSpace(text, end);
    const mark = text.charCodeAt(position);
    if (mark === CLOSE_MAP) return position + 1;
    if (mark !== COMMA) return UNUSUAL;
    position = afterSpace(text, position + 1);
  }
}

const ESCAPED = -2;

/** Compares in place: a text for every key would be most of the work. */
function indexOfKey(text: string, from: number, to: number, names: readonly string[]): number {
  for (let position = from; position < to; position += 1) {
    if (text.charCodeAt(position) === BACKSLASH) return ESCAPED;
  }
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    if (name.length === to - from && text.startsWith(name, from)) return index;
  }
  return -1;
}

export function afterSpace(text: string, at: number): number {
  let position = at;
  while (isSpace(text.charCodeAt(position))) position += 1;
  return position;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function afterString(text: string, at: number): number {
  if (text.charCodeAt(at) !== QUOTE) return UNUSUAL;
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // A quote behind an odd number of backslashes belongs to the text.
    if ((end - before) % 2 === 1) return end + 1;
  }
  return UNUSUAL;
}

function afterValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return afterString(text, at);
  if (first === OPEN_MAP || first === OPEN_LIST) return afterNested(text, at);
  let end = at;
  while (isLiteral(text.charCodeAt(end))) end += 1;
  return end === at ? UNUSUAL : end;
}

/** Digits, letters, signs and the point: a number, true, false or null. */
function isLiteral(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code === 0x2d || isRare(code);
}

function isRare(code: number): boolean {
  return code === 0x2b || code === 0x2e || code === 0x45;
}

function afterNested(text: string, at: number): number {
  const { length } = text;
  let depth = 0;
  for (let position = at; position < length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      position = afterString(text, position) - 1;
      if (position < 0) return UNUSUAL;
    } else if (code === OPEN_MAP || code === OPEN_LIST) depth += 1;
    else if (code === CLOSE_MAP || code === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
  return UNUSUAL;
}
