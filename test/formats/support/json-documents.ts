import fc from 'fast-check';
import type { Path } from '../../../src/model/value.ts';
import type { Sample } from './promises.ts';

const keys = [
  'mcpServers',
  'command',
  'args',
  'env',
  'größe',
  '__proto__',
  'constructor',
  'a.b',
  'esc\\"aped',
  '',
  '0',
  'toString',
];
const literals = [
  '1',
  '-0',
  '1.50',
  '1E3',
  '12345678901234567890',
  '0.10000000000000000001',
  'true',
  'false',
  'null',
  '"npx"',
  '""',
  '"sl\\/ash"',
  '"\\u00e9"',
  '"// not a comment"',
  '"a, b: {c}"',
  '"2024-01-01"',
];

/** Random JSON or JSONC texts as people and programs write them, badly laid out ones included. */
export function jsonDocuments(withComments: boolean): fc.Arbitrary<Sample> {
  return fc.gen().map((g) => new Writer(g, withComments).sample());
}

class Writer {
  readonly #g: fc.GeneratorValue;
  readonly #commented: boolean;
  readonly #eol: string;
  readonly #unit: string;
  readonly #comments: { mark: string; owner: Path }[] = [];

  constructor(g: fc.GeneratorValue, commented: boolean) {
    this.#g = g;
    this.#commented = commented;
    this.#eol = g(fc.constantFrom, '\n', '\n', '\r\n');
    this.#unit = g(fc.constantFrom, '  ', '    ', '\t');
  }

  sample(): Sample {
    const shape = this.#g(fc.nat, 20);
    const bom = this.#chance(10) ? '\ufeff' : '';
    const head = this.#chance(6) ? this.#lineComment([]) + this.#eol : '';
    const tail = this.#pick(['', '', this.#eol, this.#eol, this.#eol + this.#eol, ' ']);
    if (shape === 0) return { text: bom + head + this.#pick(['', ' ', this.#eol]), comments: this.#comments };
    const end = this.#chance(6) ? this.#eol + this.#lineComment([]) : '';
    return { text: bom + head + this.#map([], '', 0) + end + tail, comments: this.#comments };
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#g(fc.nat, items.length - 1)] as T;
  }

  /** Once in `n`; shrinks towards no. */
  #chance(n: number): boolean {
    return this.#g(fc.nat, n - 1) === n - 1;
  }

  #mark(owner: Path): string {
    const mark = `mark${this.#comments.length}_`;
    this.#comments.push({ mark, owner });
    return mark;
  }

  #lineComment(owner: Path): string {
    if (!this.#commented) return '';
    return this.#chance(2) ? `// ${this.#mark(owner)}` : `/* ${this.#mark(owner)} */`;
  }

  #blockComment(owner: Path): string {
    return this.#commented ? `/*${this.#mark(owner)}*/` : '';
  }

  #map(path: Path, indent: string, depth: number): string {
    const start = this.#g(fc.nat, keys.length - 1);
    const names = Array.from(
      { length: this.#g(fc.nat, 4) },
      (_, index) => keys[(start + index) % keys.length] as string,
    );
    const colon = this.#pick([': ', ': ', ':', ' : ']);
    return this.#bracket(
      '{',
      '}',
      path,
      names.map((name) => {
        const key = JSON.parse(`"${name}"`) as string;
        return {
          step: key,
          print: (deeper: string) => `"${name}"${colon}${this.#value([...path, key], deeper, depth)}`,
        };
      }),
      indent,
    );
  }

  #value(path: Path, indent: string, depth: number): string {
    const kind = this.#g(fc.nat, 6);
    if (depth < 3 && kind === 1) return this.#map(path, indent, depth + 1);
    if (depth < 3 && kind === 2) {
      const count = this.#g(fc.nat, 3);
      const items = Array.from({ length: count }, (_, step) => ({
        step,
        print: (deeper: string) => this.#value([...path, step], deeper, depth + 1),
      }));
      return this.#bracket('[', ']', path, items, indent);
    }
    return this.#pick(literals);
  }

  #bracket(
    open: string,
    close: string,
    path: Path,
    items: { step: string | number; print(indent: string): string }[],
    indent: string,
  ): string {
    if (items.length === 0) return open + this.#emptyGap(path, indent) + close;
    return this.#chance(3)
      ? this.#oneLine(open, close, path, items, indent)
      : this.#lines(open, close, path, items, indent);
  }

  #emptyGap(path: Path, indent: string): string {
    const blank = this.#pick(['', '', ' ', '  ', this.#eol + indent, this.#eol + this.#eol]);
    if (!this.#commented || !this.#chance(3)) return blank;
    const comment = this.#lineComment(path);
    return this.#pick(['', ' ', this.#eol + indent]) + comment + (comment.startsWith('//') ? this.#eol : blank);
  }

  #oneLine(
    open: string,
    close: string,
    path: Path,
    items: { step: string | number; print(indent: string): string }[],
    indent: string,
  ): string {
    const pad = this.#pick(['', ' ']);
    const separator = this.#pick([',', ', ', ', ', `${this.#eol}, `]);
    const parts = items.map(({ step, print }) => {
      const before = this.#chance(6) ? `${this.#blockComment([...path, step])} ` : '';
      const after = this.#chance(6) ? ` ${this.#blockComment([...path, step])}` : '';
      return before + print(indent) + after;
    });
    const trailing = this.#commented && this.#chance(4) ? ',' : '';
    return open + pad + parts.join(separator) + trailing + pad + close;
  }

  #lines(
    open: string,
    close: string,
    path: Path,
    items: { step: string | number; print(indent: string): string }[],
    indent: string,
  ): string {
    const deeper = indent + this.#unit;
    const eol = this.#eol;
    let text = open + (this.#chance(6) && this.#commented ? ` ${this.#lineComment(path)}` : '');
    const trailing = this.#commented && this.#chance(3);
    for (const [index, { step, print }] of items.entries()) {
      const own = [...path, step];
      if (this.#chance(5)) text += eol;
      if (this.#commented && this.#chance(5)) text += eol + deeper + this.#lineComment(path) + eol;
      if (this.#commented && this.#chance(4)) text += eol + deeper + this.#lineComment(own);
      if (this.#commented && this.#chance(6)) text += eol + deeper + this.#lineComment(own);
      text += eol + deeper + print(deeper);
      if (this.#chance(8)) text += ` ${this.#blockComment(own)}`;
      const comma =
        trailing || index < items.length - 1 ? this.#pick([',', ',', ',', ',', ',', ' ,', `${eol}${deeper},`]) : '';
      text += comma;
      // After a comma on its own line, the owner of a comment would be ambiguous.
      if (!comma.includes('\n') && this.#chance(5)) text += ` ${this.#lineComment(own)}`;
    }
    if (this.#chance(6)) text += eol;
    if (this.#commented && this.#chance(5)) text += eol + this.#pick([deeper, '']) + this.#lineComment(path);
    return text + eol + indent + close;
  }
}
