import { visible } from '../../model/visible.ts';

/** The start and end codes of each style. */
const styles = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

const unicodeSigns = {
  cursor: '>',
  on: '◼',
  off: '◻',
  unusable: '✗',
  cut: '…',
  caret: '█',
  line: '─',
  wall: '│',
  upDown: '↑↓',
};

const asciiSigns: Signs = {
  cursor: '>',
  on: '[x]',
  off: '[ ]',
  unusable: '[-]',
  cut: '~',
  caret: '_',
  line: '-',
  wall: '|',
  upDown: 'up/down',
};

type Signs = Readonly<Record<keyof typeof unicodeSigns, string>>;

/** Signs and styles of the screen. Ink detects colors itself, but on another stream than the one it draws on. */
export interface Theme {
  readonly signs: Signs;
  paint(style: keyof typeof styles, text: string): string;
  /** Untrusted text as one line of characters with a known width. */
  line(text: string): string;
}

export function themeOf({ color, ascii }: { readonly color: boolean; readonly ascii: boolean }): Theme {
  return {
    signs: ascii ? asciiSigns : unicodeSigns,
    paint: (style, text) => {
      const [begin, end] = styles[style];
      return color && text !== '' ? `\u001B[${begin}m${text}\u001B[${end}m` : text;
    },
    line: (text) => (ascii ? withoutSigns(withFixedWidth(text)) : withFixedWidth(text)),
  };
}

/** Terminals disagree on the width of characters with variation selectors or skin tones. */
// oxlint-disable-next-line no-misleading-character-class -- each is matched individually.
const MODIFIERS = /[\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}]/gu;

function withFixedWidth(text: string): string {
  return visible(text.replaceAll(/[\n\r\t]+/g, ' ').trimEnd())
    .normalize('NFC')
    .replaceAll(MODIFIERS, '');
}

const replacements: Readonly<Record<string, string>> = { '→': '->', '…': '...', '•': '*', '·': '.', '\ufffd': '?' };
const REPLACED = new RegExp(Object.keys(replacements).join('|'), 'g');

function withoutSigns(text: string): string {
  return text.replaceAll(REPLACED, (sign) => replacements[sign] ?? sign);
}
