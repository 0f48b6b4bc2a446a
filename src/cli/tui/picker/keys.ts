import type { Key as InkKey } from 'ink';

/** The name of a key, or the character that was typed. */
export type Key = string;

export function isCharacter(key: Key): boolean {
  return Array.from(key).length === 1;
}

const named = {
  upArrow: 'up',
  downArrow: 'down',
  pageUp: 'pageup',
  pageDown: 'pagedown',
  home: 'home',
  end: 'end',
  escape: 'escape',
  backspace: 'backspace',
  // Most terminals send this for the Backspace key.
  delete: 'backspace',
} as const satisfies Partial<Record<keyof InkKey, Key>>;

const withCtrl: Readonly<Record<string, Key>> = { c: 'interrupt', d: 'interrupt', u: 'clear-line', h: 'backspace' };

const controls: Readonly<Record<string, Key>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\u0003': 'interrupt',
  '\u0004': 'interrupt',
  '\u0015': 'clear-line',
  '\u0008': 'backspace',
  '\u007F': 'backspace',
};

/** Splits an input into keys, because fast key presses arrive as one chunk. */
export function keysOf(input: string, key: InkKey): readonly Key[] {
  for (const [flag, name] of Object.entries(named)) if (key[flag as keyof typeof named]) return [name];
  if (key.ctrl) return [withCtrl[input] ?? []].flat();
  // No key is bound to Alt, and the rest of an unknown escape sequence was not typed.
  if (key.meta) return [];
  return Array.from(input).flatMap((character) => controls[character] ?? (isControl(character) ? [] : [character]));
}

function isControl(character: string): boolean {
  return character < ' ' || (character >= '\u007F' && character < '\u00A0');
}
