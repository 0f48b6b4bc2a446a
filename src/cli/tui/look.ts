import { visible } from '../../model/visible.ts';

/** The codes that begin and end each style. */
const styles = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

const beautiful = {
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

const plain: Signs = {
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

type Signs = Readonly<Record<keyof typeof beautiful, string>>;

/** How the screen is drawn. Ink finds out about colours by itself, but looks at another stream than the one drawn on. */
export interface Look {
  readonly signs: Signs;
  paint(style: keyof typeof styles, text: string): string;
  /** A text from outside on one line, in characters that are as wide as they seem. */
  line(text: string): string;
}

export function lookOf({ colour, ascii }: { readonly colour: boolean; readonly ascii: boolean }): Look {
  return {
    signs: ascii ? plain : beautiful,
    paint: (style, text) => {
      const [begin, end] = styles[style];
      return colour && text !== '' ? `\u001B[${begin}m${text}\u001B[${end}m` : text;
    },
    line: (text) => (ascii ? withoutSigns(steady(text)) : steady(text)),
  };
}

/** Terminals do not agree on the width of characters that are changed by what follows them. */
// oxlint-disable-next-line no-misleading-character-class -- each of them by itself.
const CHANGING = /[\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}]/gu;

function steady(text: string): string {
  return visible(text.replaceAll(/[\n\r\t]+/g, ' ').trimEnd())
    .normalize('NFC')
    .replaceAll(CHANGING, '');
}

const spelled: Readonly<Record<string, string>> = { '→': '->', '…': '...', '•': '*', '·': '.', '\ufffd': '?' };
const SPELLED = new RegExp(Object.keys(spelled).join('|'), 'g');

function withoutSigns(text: string): string {
  return text.replaceAll(SPELLED, (sign) => spelled[sign] ?? sign);
}
