import fc from 'fast-check';
import type { Path } from '../../../src/model/value.ts';
import type { Sample } from './promises.ts';

/** Source text and its value. */
const keys: readonly (readonly [string, string])[] = [
  ['extensions', 'extensions'],
  ['cmd', 'cmd'],
  ['größe', 'größe'],
  ['"quoted: key"', 'quoted: key'],
  ["'single ''q'''", "single 'q'"],
  ['__proto__', '__proto__'],
  ['1', '1'],
  ['true', 'true'],
  ['~', '~'],
  ['<<', '<<'],
  ['with space', 'with space'],
  ['a.b', 'a.b'],
  ['"esc\\"aped"', 'esc"aped'],
  ['constructor', 'constructor'],
  ['!!str 5', '5'],
];

const scalars = [
  ...'1 -0 1.50 12345678901234567890 0x10 0xFFFFFFFFFFFFFFFFFF 0o17 0.1000000000000000055 1e3 .inf'.split(' '),
  ...'true False null ~ yes no npx 2024-01-01 2001-12-14t21:59:43.10-05:00 http://x.y/z#frag a#b -y --flag'.split(' '),
  'ünï cödé',
  '"double # no"',
  '"esc \\" \\u00e9"',
  "'it''s'",
  '"a: b"',
  '""',
  "''",
  '!!str 5',
  '!custom x',
  '12:30',
];

const blockHeaders = ['|', '|-', '|+', '>', '>-', '>+', '|2', '|1+', '>2-'];

/** Random YAML texts as people and programs write them, odd layouts included. */
export function yamlDocuments(): fc.Arbitrary<Sample> {
  return fc.gen().map((g) => new Writer(g).sample());
}

class Writer {
  readonly #g: fc.GeneratorValue;
  readonly #eol: string;
  readonly #unit: number;
  readonly #indentedLists: boolean;
  readonly #anchors: string[] = [];
  readonly #anchored: boolean;
  readonly #commented: boolean;
  readonly #comments: { mark: string; owner: Path }[] = [];
  #lines: string[] = [''];
  /** A comment at this column or deeper would be text of the block scalar above. */
  #textColumn = Infinity;
  #anchorCount = 0;

  constructor(g: fc.GeneratorValue) {
    this.#g = g;
    this.#eol = this.#pick(['\n', '\n', '\r\n']);
    this.#unit = this.#pick([2, 2, 4, 3]);
    this.#indentedLists = !this.#chance(2);
    this.#anchored = this.#chance(8);
    this.#commented = !this.#chance(4);
  }

  sample(): Sample {
    const kind = this.#upTo(24);
    if (kind === 0) this.#emptyDocument();
    else if (kind === 1) this.#lonelyBrackets();
    else this.#fullDocument(kind === 2);
    const bom = this.#chance(10) ? '\ufeff' : '';
    const eol = this.#eol;
    const end = this.#pick(['', eol, eol, eol, eol + eol, ' ']);
    const mixed = this.#chance(15);
    const lines = this.#lines.map((line, index) =>
      index === 0 ? line : (mixed ? this.#pick(['\n', '\r\n']) : eol) + line,
    );
    const text = bom + lines.join('') + end;
    return { text, comments: this.#comments, refusable: this.#anchorCount > 0 };
  }

  #emptyDocument(): void {
    const shape = this.#pick(['', ' ', '---', '--- ', '']);
    this.#tail(shape);
    if (shape === '---' && this.#chance(3)) this.#tail(` ${this.#comment([])}`);
    for (let count = this.#upTo(3); count > 0; count -= 1)
      this.#line(this.#pick(['', '  ']) + (this.#chance(2) ? this.#comment([]) : ''));
    if (shape.startsWith('---') && this.#chance(3)) this.#line('...');
  }

  #lonelyBrackets(): void {
    if (this.#chance(2)) this.#tail(this.#chance(2) ? this.#comment([]) : '---');
    const lead = this.#lines[0] === '---' && this.#chance(2) ? '--- ' : this.#pick(['', '', '  ']);
    if (lead === '--- ') this.#lines = [lead];
    else if (this.#lines[0] !== '') this.#line(lead);
    else this.#tail(lead);
    this.#tail(this.#pick(['{}', '{}', '{ }', '&anchor {}']));
    if (this.#chance(3)) this.#tail(` ${this.#comment([])}`);
    if (this.#chance(3)) this.#line(this.#pick(['', '  ', '    ']) + this.#comment([]));
  }

  #fullDocument(list: boolean): void {
    const head = this.#upTo(7);
    if (head === 1) this.#tail(this.#comment([]));
    if (head === 1) this.#line('');
    if (head === 2) this.#tail(`---${this.#trailing([])}`);
    if (head === 3) this.#lines = ['%YAML 1.2', '---'];
    if (head === 4) this.#lines = [this.#comment([]), '---', ''];
    if (head === 5) this.#lines = [this.#pick(['--- &root', '&root', list ? '--- !!seq' : '--- !!map'])];
    const column = this.#chance(12) ? 2 : 0;
    if (list) this.#list([], column, false, 0);
    else this.#map([], column, false, 0);
    if (this.#lines[0] === '') this.#lines.shift();
    if (this.#chance(6)) this.#blank();
    if (this.#chance(6)) this.#line(' '.repeat(Math.min(column, this.#pick([0, column]))) + this.#comment([]));
    if (this.#chance(8)) this.#line(`...${this.#chance(2) ? ` ${this.#comment([])}` : ''}`);
  }

  // Small decisions: all shrink towards the plain document.

  /** From one arbitrary throughout: fast-check is slow at telling many apart. */
  #below(count: number): number {
    return this.#g(fc.nat) % count;
  }

  #upTo(most: number): number {
    return this.#below(most + 1);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)] as T;
  }

  #chance(n: number): boolean {
    return this.#below(n) === n - 1;
  }

  #comment(owner: Path): string {
    if (!this.#commented) return '';
    const mark = `mark${this.#comments.length}_`;
    this.#comments.push({ mark, owner });
    return this.#pick(['# ', '#', '# a: 1 ', '# - "', '## {']) + mark;
  }

  #trailing(owner: Path): string {
    return this.#commented && this.#chance(5)
      ? this.#pick([' ', '  ', '\t']) + this.#comment(owner)
      : this.#pick(['', '', '', '', ' ']);
  }

  #line(text: string): void {
    this.#lines.push(text);
  }

  #tail(text: string): void {
    this.#lines.push((this.#lines.pop() ?? '') + text);
  }

  #blank(): void {
    this.#line(this.#pick(['', '', '', '  ', '        ']));
  }

  #commentLine(column: number, owner: Path): void {
    if (!this.#commented || column >= this.#textColumn) return;
    this.#line(' '.repeat(column) + this.#comment(owner));
    this.#textColumn = Infinity;
  }

  /** Writes a value with an anchor now and then; aliases to it may follow once it is complete. */
  #withAnchor(write: () => void): void {
    if (!this.#anchored || !this.#chance(3)) return write();
    this.#anchorCount += 1;
    const name = `n${this.#anchorCount}`;
    this.#tail(` &${name}`);
    write();
    this.#anchors.push(name);
  }

  // Block collections. The text of an entry starts on the last line when `onLead`, else on a line of its own.

  #map(path: Path, column: number, onLead: boolean, depth: number): void {
    const start = this.#upTo(keys.length - 1);
    const count = 1 + this.#upTo(3);
    for (let index = 0; index < count; index += 1) {
      const [source, key] = keys[(start + index) % keys.length] as readonly [string, string];
      const own = [...path, key];
      this.#leadIn(path, own, column, onLead && index === 0, index);
      const explicit = this.#chance(25);
      this.#tail(`${explicit ? '? ' : ''}${this.#chance(30) ? '&key ' : ''}${source}`);
      if (explicit) {
        this.#tail(this.#trailing(own));
        this.#line(`${' '.repeat(column)}:`);
      } else this.#tail(this.#pick([':', ':', ':', ' :']));
      this.#value(own, column, false, depth, explicit);
    }
  }

  #list(path: Path, column: number, onLead: boolean, depth: number): void {
    const count = 1 + this.#upTo(2);
    for (let index = 0; index < count; index += 1) {
      const own = [...path, index];
      this.#leadIn(path, own, column, onLead && index === 0, index);
      this.#tail('-');
      // The root must hold a map somewhere.
      const compact = path.length === 0 && index === 0 ? 0 : this.#upTo(4);
      const wide = this.#pick([1, 1, 1, 3]);
      if (depth < 4 && compact < 2) {
        this.#tail(' '.repeat(wide));
        if (compact === 0) this.#map(own, column + 1 + wide, true, depth + 1);
        else this.#list(own, column + 1 + wide, true, depth + 1);
        this.#bodyComments(own, column, column + 1 + wide);
      } else this.#value(own, column, true, depth, false);
    }
  }

  /** Blank lines and comments before an entry. */
  #leadIn(path: Path, own: Path, column: number, onLead: boolean, index: number): void {
    if (onLead) return;
    if (this.#chance(6)) this.#blank();
    if (index > 0 && column > 0 && this.#chance(12)) this.#commentLine(column - 1, path);
    if (this.#commented && this.#chance(8)) {
      this.#commentLine(column, path);
      this.#blank();
    }
    for (let count = this.#upTo(8) - 6; count > 0; count -= 1) this.#commentLine(column, own);
    this.#line(' '.repeat(column));
    this.#textColumn = Infinity;
  }

  /** Comments at the end of an entry at `column` whose children, if any, stand at `inner`: they belong to the entry. */
  #bodyComments(own: Path, column: number, inner: number): void {
    if (!this.#chance(5)) return;
    if (this.#chance(3)) this.#blank();
    const at = this.#pick([inner, column + 1]);
    if (at > column && at <= inner) this.#commentLine(at, own);
    if (at > column && at <= inner && at < this.#textColumn && this.#chance(3)) this.#commentLine(inner + 2, own);
  }

  #value(own: Path, column: number, inList: boolean, depth: number, explicit: boolean): void {
    const kind = this.#upTo(13);
    const child = column + (inList ? 2 : this.#unit);
    if (this.#anchors.length > 0 && this.#chance(4))
      return this.#simple(own, column, child, ` *${this.#pick(this.#anchors)}`);
    if (depth < 4 && kind === 1)
      return this.#children(own, column, child, () => this.#map(own, child, false, depth + 1));
    if (depth < 4 && kind === 2) {
      const at = inList || this.#indentedLists || explicit ? child : column;
      return this.#children(own, column, at, () => this.#list(own, at, false, depth + 1));
    }
    if (kind === 3) return this.#blockScalar(own, column, child);
    if (kind === 4) return this.#longScalar(own, column, child);
    if (kind === 5 || kind === 6) {
      this.#withAnchor(() => {
        this.#tail(' ');
        this.#flow(own, column, inList, depth);
      });
      this.#tail(this.#trailing(own));
      return this.#bodyComments(own, column, column + 4);
    }
    if (kind === 7) return this.#simple(own, column, child, '');
    if (kind === 8)
      return this.#simple(
        own,
        column,
        child,
        this.#pick([' {}', ' []', ' {}', ' []', ' { }', '  {}', ' !!map {}', ' [ ]']),
      );
    if (kind === 9) {
      this.#tail(this.#trailing(own));
      this.#line(' '.repeat(child));
      if (this.#chance(3)) this.#flow(own, child - 1, false, depth);
      else this.#tail(this.#pick([...scalars, '{}', '[]']));
      return this.#simple(own, column, child, '');
    }
    this.#withAnchor(() => this.#tail(this.#pick([' ', ' ', '  ']) + this.#pick(scalars)));
    this.#simple(own, column, child, '');
  }

  #simple(own: Path, column: number, child: number, text: string): void {
    this.#tail(text);
    this.#tail(this.#trailing(own));
    this.#bodyComments(own, column, child);
  }

  #children(own: Path, column: number, child: number, write: () => void): void {
    this.#withAnchor(() => {
      if (this.#chance(10)) this.#tail(' !custom');
      this.#tail(this.#trailing(own));
      if (child > column && this.#chance(10)) this.#commentLine(child + 1, own);
      write();
    });
    this.#bodyComments(own, column, child);
  }

  #blockScalar(own: Path, column: number, child: number): void {
    const header = this.#pick(blockHeaders);
    const explicit = Number(/\d/.exec(header)?.[0] ?? 0);
    const at = explicit > 0 ? column + explicit : child;
    this.#tail(` ${header}${this.#trailing(own)}`);
    const count = this.#upTo(3);
    for (let index = 0; index < count; index += 1) {
      this.#line(
        ' '.repeat(at) +
          (explicit > 0 ? ' ' : '') +
          this.#pick(['text', '# no comment', 'key: value', 'deep\n'.trim(), '- x']),
      );
      if (this.#chance(6)) this.#line('');
    }
    for (let blanks = this.#upTo(8) - 5; blanks > 0; blanks -= 1) this.#line(this.#pick(['', '', ' '.repeat(at)]));
    this.#textColumn = count > 0 ? at : column + 1;
    this.#bodyComments(own, column, at - 1);
  }

  #longScalar(own: Path, column: number, child: number): void {
    const [open, close] = this.#pick([
      ['', ''],
      ['"', '"'],
      ["'", "'"],
    ]) as [string, string];
    this.#tail(` ${open}first line`);
    if (this.#chance(3)) this.#line('');
    this.#line(`${' '.repeat(child)}second line${close}${this.#trailing(own)}`);
    this.#bodyComments(own, column, child);
  }

  // Flow collections, with the closing bracket where people put it.

  #flow(path: Path, column: number, inList: boolean, depth: number, nested = false): void {
    const isMap = this.#chance(2);
    const [open, close] = isMap ? ['{', '}'] : ['[', ']'];
    const start = this.#upTo(keys.length - 1);
    const steps = Array.from({ length: this.#upTo(3) }, (_, index) =>
      isMap ? (keys[(start + index) % keys.length] as readonly [string, string]) : index,
    );
    const print = (step: number | readonly [string, string]): { own: Path; write(): void } => {
      const own = [...path, typeof step === 'number' ? step : step[1]];
      return {
        own,
        write: () => {
          if (typeof step !== 'number') this.#tail(this.#chance(12) ? step[0] : `${step[0]}: `);
          if (typeof step !== 'number' && !this.#lines.at(-1)?.endsWith(' ')) return;
          if (depth < 4 && this.#chance(6)) this.#flow(own, column, inList, depth + 1, true);
          else this.#tail(this.#pick(scalars));
        },
      };
    };
    this.#tail(open);
    if (this.#chance(3)) this.#flowLines(path, column + (inList ? 2 : 0), nested, steps.map(print));
    else this.#flowLine(steps.map(print));
    this.#tail(close);
  }

  #flowLine(items: readonly { write(): void }[]): void {
    const pad = this.#pick(['', ' ']);
    const separator = this.#pick([', ', ', ', ' , ']);
    this.#tail(pad);
    for (const [index, item] of items.entries()) {
      if (index > 0) this.#tail(separator);
      item.write();
    }
    if (items.length > 0 && this.#chance(6)) this.#tail(',');
    this.#tail(items.length > 0 ? pad : '');
  }

  #flowLines(path: Path, column: number, nested: boolean, items: readonly { own: Path; write(): void }[]): void {
    const inner = ' '.repeat(column + this.#unit);
    const trailing = this.#chance(3);
    this.#tail(this.#trailing(path));
    for (const [index, { own, write }] of items.entries()) {
      if (this.#chance(6)) this.#line('');
      if (this.#commented && this.#chance(6)) {
        this.#line(inner + this.#comment(path));
        this.#line('');
      }
      if (this.#commented && this.#chance(5)) this.#line(inner + this.#comment(own));
      this.#line(inner);
      write();
      if (trailing || index < items.length - 1) this.#tail(',');
      this.#tail(this.#trailing(own));
    }
    if (this.#commented && this.#chance(6)) {
      this.#line('');
      this.#line(inner + this.#comment(path));
    }
    this.#line(' '.repeat(column + this.#pick([1, this.#unit, nested ? 1 : 0])));
  }
}
