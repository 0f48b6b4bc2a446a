const [MINUS, PLUS, POINT, ZERO, NINE, SMALL_E, LARGE_E] = [0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x65, 0x45];

export const NOT_JSON = -1;

/** The position after a number, which begins with a digit or a minus. */
export function afterNumber(text: string, at: number): number {
  let position = text.charCodeAt(at) === MINUS ? at + 1 : at;
  position = text.charCodeAt(position) === ZERO ? position + 1 : afterDigits(text, position);
  if (position >= 0 && text.charCodeAt(position) === POINT) position = afterDigits(text, position + 1);
  if (position < 0) return NOT_JSON;
  const code = text.charCodeAt(position);
  if (code !== SMALL_E && code !== LARGE_E) return position;
  const sign = text.charCodeAt(position + 1);
  return afterDigits(text, sign === PLUS || sign === MINUS ? position + 2 : position + 1);
}

/** Significant digits that a double preserves. */
const EXACT_DIGITS = 15;

/** Whether JavaScript prints this number with the same value. Fast for common numbers. */
export function isPrintedAlike(text: string, from: number, to: number): boolean {
  if (to - from <= EXACT_DIGITS && text.charCodeAt(from) !== MINUS && !hasExponent(text, from, to)) return true;
  const literal = text.slice(from, to);
  const value = Number(literal);
  if (String(value) === literal) return true;
  const digits = literal.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '');
  if (digits === '') return !literal.startsWith('-');
  return Number.isFinite(value) && Math.abs(value) >= SMALLEST && digits.replace(/0+$/, '').length <= EXACT_DIGITS;
}

/** Subnormal numbers have fewer digits. */
const SMALLEST = 2.3e-308;

function hasExponent(text: string, from: number, to: number): boolean {
  for (let position = from; position < to; position += 1) {
    const code = text.charCodeAt(position);
    if (code === SMALL_E || code === LARGE_E) return true;
  }
  return false;
}

/** Requires at least one digit. */
function afterDigits(text: string, at: number): number {
  let position = at;
  while (isDigit(text.charCodeAt(position))) position += 1;
  return position === at ? NOT_JSON : position;
}

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
