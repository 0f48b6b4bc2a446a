import fc from 'fast-check';
import type { Path } from '../../../src/model/value.ts';
import type { Sample } from './promises.ts';

interface Name {
  readonly text: string;
  readonly key: string;
}

/** One line, or one header with the lines of its section. */
interface Line {
  readonly path: Path;
  print(): string;
}

interface Block {
  readonly path: Path;
  readonly header: string;
  readonly lines: readonly Line[];
}

/** Keys as they are written. */
const names: readonly Name[] = [
  ...['mcp_servers', 'command', 'args', 'env', '__proto__', 'constructor', '0', 'toString'].map((key) => ({
    text: key,
    key,
  })),
  ...['größe', 'a.b', ''].map((key) => ({ text: `"${key}"`, key })),
  { text: "'/home/me/x'", key: '/home/me/x' },
  { text: '"esc\\"aped\\u00e9"', key: 'esc"apedé' },
];

const numbers = '1 -17 +0 1.50 0x10 0o17 0b11 1_000 12345678901234567890 1e3 6.626e-34 inf -inf nan true false'.split(
  ' ',
);
const dates = ['1979-05-27T07:32:00Z', '1979-05-27 07:32:00.5+01:00', '1979-05-27T07:32:00', '1979-05-27', '07:32:00'];
const texts = [
  '"npx"',
  '""',
  "''",
  "'C:\\dir'",
  '"\\u00e9 \\"quoted\\" \\\\"',
  '"# no comment"',
  "'[no.header]'",
  '"a, b = {c}"',
];

/** Multi-line strings; `\n` becomes the line ending of the document. */
const longTexts = [
  '"""\nfirst\n# no comment\n[no.header]\nno = "line"\n"""',
  "'''\n'quoted'\n\n# no comment'''",
  '"""one line"""',
  '"""a \\\n   b"""',
  "''''x''''",
];

interface Options {
  /** `[[lists]]`, which refuse to hold anything but tables. */
  readonly tableLists: boolean;
  /** What TOML 1.1 adds: inline tables over several lines, times without seconds. */
  readonly latest: boolean;
}

/** Random TOML texts as people and programs write them, badly laid out ones included. */
export function tomlDocuments(options: Options): fc.Arbitrary<Sample> {
  return fc.noBias(fc.nat()).map((seed) => new Writer(dice(seed), options).sample());
}

/** Numbers from 0 to 1 that follow from the seed; thousands of draws from fast-check itself would take most of the time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
}

class Writer {
  readonly #next: () => number;
  readonly #options: Options;
  readonly #eol: string;
  readonly #mixed: boolean;
  readonly #bodyIndent: string;
  readonly #equals: string;
  readonly #spaced: boolean;
  readonly #commented: boolean;
  readonly #comments: { mark: string; owner: Path }[] = [];
  #refusable = false;

  constructor(next: () => number, options: Options) {
    this.#next = next;
    this.#options = options;
    this.#eol = this.#pick(['\n', '\n', '\r\n']);
    this.#mixed = this.#chance(12);
    this.#bodyIndent = this.#pick(['', '', '', '  ', '\t']);
    this.#equals = this.#pick([' = ', ' = ', '=', '\t=  ']);
    this.#spaced = !this.#chance(4);
    this.#commented = !this.#chance(4);
  }

  sample(): Sample {
    const bom = this.#chance(10) ? '\ufeff' : '';
    const text = this.#chance(20) ? this.#nothing() : this.#document();
    return { text: bom + text, comments: this.#comments, refusable: this.#refusable };
  }

  #document(): string {
    const [top, ...sections] = this.#table([], '', 0);
    let text = '';
    let above: Path | undefined;
    for (const line of top?.lines ?? []) {
      text += this.#gap(above, [], line.path, '', false) + this.#statement(line.print(), '', line.path);
      above = [];
    }
    for (const section of sections) {
      const indent = this.#chance(20) ? '  ' : '';
      text +=
        this.#gap(above, [], section.path, indent, this.#spaced) +
        this.#statement(section.header, indent, section.path);
      for (const line of section.lines) {
        const inner = this.#chance(25) ? `${indent} ` : indent + this.#bodyIndent;
        text +=
          this.#gap(section.path, section.path, line.path, inner, false) +
          this.#statement(line.print(), inner, line.path);
      }
      above = section.path;
    }
    text += this.#end(above);
    return this.#chance(3) ? text.replace(/\r?\n$/, '') : text;
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#count(items.length - 1)] as T;
  }

  #chance(one: number): boolean {
    return this.#count(one - 1) === 0;
  }

  #count(most: number): number {
    return Math.floor(this.#next() * (most + 1));
  }

  #newline(): string {
    return this.#mixed ? this.#pick(['\n', '\r\n']) : this.#eol;
  }

  #comment(owner: Path): string {
    const mark = `c${this.#comments.length}c`;
    this.#comments.push({ mark, owner: [...owner] });
    return `#${this.#pick(['', ' '])}${mark}${this.#pick(['', ' = 1', ' [x]', ' ünï'])}`;
  }

  #blank(): string {
    return this.#pick(['', '', '', '', '  ', '\t']) + this.#newline();
  }

  #nothing(): string {
    const lines = Array.from({ length: this.#count(3) }, () =>
      this.#chance(2) ? this.#blank() : this.#comment([]) + this.#newline(),
    );
    return lines.join('') + (this.#chance(4) ? this.#comment([]) : this.#pick(['', '', '  ']));
  }

  #statement(text: string, indent: string, path: Path): string {
    const trailing =
      this.#commented && this.#chance(6)
        ? this.#pick([' ', '  ', '']) + this.#comment(path)
        : this.#pick(['', '', '', ' ']);
    return indent + text + trailing + this.#newline();
  }

  /** What stands above a statement: comments that hang on what is above, free ones, and those of the statement. */
  #gap(above: Path | undefined, free: Path, own: Path, indent: string, spaced: boolean): string {
    const noted = (chance: number): number => (this.#commented && this.#chance(chance) ? 1 + this.#count(1) : 0);
    let text = '';
    const hanging = above ? noted(6) : 0;
    for (let count = 0; count < hanging; count += 1)
      text += this.#pick([indent, '']) + this.#comment(above ?? []) + this.#newline();
    const groups = noted(6);
    for (let count = 0; count < groups; count += 1)
      text += this.#blank() + indent + this.#comment(free) + this.#newline();
    let apart = hanging + groups === 0;
    if (hanging > 0 && groups === 0 && this.#chance(4)) {
      // A comment with another indent does not belong to what is below.
      text += `${indent}   ${this.#comment(above ?? [])}${this.#newline()}`;
      apart = true;
    }
    if (!apart || (spaced && !this.#chance(4)) || this.#chance(8)) text += this.#blank();
    if (this.#chance(15)) text += this.#blank();
    const owned = noted(4);
    for (let count = 0; count < owned; count += 1) text += indent + this.#comment(own) + this.#newline();
    return text;
  }

  #end(above: Path | undefined): string {
    let text = '';
    const hang = this.#commented && above && this.#chance(5) ? 1 + this.#count(1) : 0;
    for (let count = 0; count < hang; count += 1) text += this.#comment(above ?? []) + this.#newline();
    if (this.#commented && this.#chance(5)) text += this.#blank() + this.#comment([]) + this.#newline();
    if (this.#chance(6)) text += this.#blank();
    if (this.#chance(8)) text += this.#blank();
    return text + (this.#chance(15) ? '  ' : '');
  }

  /** The sections of a table, its own first when it has one; `prefix` is its name in headers. */
  #table(path: Path, prefix: string, depth: number): Block[] {
    const start = this.#count(names.length - 1);
    const own = Array.from(
      { length: this.#count(depth === 0 ? 5 : 3) },
      (_, index) => names[(start + index) % names.length] as Name,
    );
    const lines: Line[] = [];
    const below: Block[][] = [];
    let ownFirst = depth === 0;
    for (const one of own) {
      const inner = [...path, one.key];
      const header = prefix === '' ? one.text : `${prefix}${this.#pick(['.', '.', '.', ' . '])}${one.text}`;
      const kind = this.#count(9);
      if (kind < 4 && depth < 3) below.push(this.#table(inner, header, depth + 1));
      else if (kind === 4 && this.#options.tableLists && depth < 3) below.push(this.#tables(inner, header, depth));
      else if (kind === 5) {
        lines.push(...this.#dotted(inner, one.text));
        if (this.#chance(3) && depth < 2) {
          below.push([
            { path: [...inner, 'sub'], header: `[${header}.sub]`, lines: this.#plainLines([...inner, 'sub']) },
          ]);
          ownFirst = true;
        }
      } else lines.push(this.#line(inner, one.text));
    }
    const block = { path, header: `[${prefix}]`, lines };
    const rest = this.#riffle(below);
    if (depth > 0 && lines.length === 0 && rest.length > 0 && this.#chance(2)) return rest;
    if (ownFirst || !this.#chance(4)) return [block, ...rest];
    const at = this.#count(rest.length);
    return [...rest.slice(0, at), block, ...rest.slice(at)];
  }

  #plainLines(path: Path): Line[] {
    return names.slice(0, this.#count(2)).map((one) => this.#line([...path, one.key], one.text));
  }

  /** `[[a]]`, each item followed by its own tables. */
  #tables(path: Path, header: string, depth: number): Block[] {
    this.#refusable = true;
    return Array.from({ length: 2 + this.#count(1) }, (_, index): Block[] => {
      const [own, ...rest] = this.#table([...path, index], header, depth + 2).toSorted(
        (a, b) => a.path.length - b.path.length,
      );
      const item = { path: [...path, index], header: `[[${header}]]` };
      if (own && own.path.length === path.length + 1) return [{ ...item, lines: own.lines }, ...rest];
      return [{ ...item, lines: [] }, ...(own ? [own] : []), ...rest];
    }).flat();
  }

  /** Lists of sections mixed, each in its own order. */
  #riffle(lists: Block[][]): Block[] {
    if (!this.#chance(4)) return lists.flat();
    const queues = lists.map((list) => [...list]);
    const mixed: Block[] = [];
    for (;;) {
      const filled = queues.filter((queue) => queue.length > 0);
      if (filled.length === 0) return mixed;
      mixed.push(this.#pick(filled).shift() as Block);
    }
  }

  #line(path: Path, key: string): Line {
    return { path, print: () => key + this.#equals + this.#value(path, 0) };
  }

  #dotted(path: Path, key: string): Line[] {
    const dot = this.#pick(['.', '.', ' . ']);
    const lines = [this.#line([...path, 'x'], `${key}${dot}x`)];
    if (this.#chance(2)) lines.push(this.#line([...path, 'y', 'z'], `${key}${dot}y.z`));
    if (this.#chance(2)) lines.push(this.#line([...path, 'a.b'], `${key}${dot}'a.b'`));
    return lines;
  }

  #value(path: Path, depth: number): string {
    const kind = this.#count(9);
    if (kind === 0) return this.#pick(longTexts).replaceAll('\n', this.#eol);
    if (kind === 1 && depth < 3) return this.#oneLineList(path, depth);
    if (kind === 2 && depth < 2) return this.#list(path, depth);
    if (kind === 3 && depth < 3) return this.#inlineTable(path, depth);
    return this.#pick([...numbers, ...dates, ...texts, ...(this.#options.latest ? ['07:32', '"\\x41\\e"'] : [])]);
  }

  #oneLineList(path: Path, depth: number): string {
    const items = Array.from({ length: this.#count(3) }, (_, index) => this.#value([...path, index], depth + 1));
    const pad = this.#pick(['', '', ' ']);
    return `[${pad}${items.join(this.#pick([', ', ',', ' , ']))}${items.length > 0 && this.#chance(6) ? ',' : ''}${items.length > 0 ? pad : ''}]`;
  }

  #list(path: Path, depth: number): string {
    const items = Array.from({ length: this.#count(3) }, (_, index): Line => {
      const own = [...path, index];
      return { path: own, print: () => this.#value(own, depth + 1) };
    });
    return this.#lines('[', ']', path, items);
  }

  #inlineTable(path: Path, depth: number): string {
    const start = this.#count(names.length - 1);
    const equals = this.#pick([' = ', '=']);
    const member = (own: Path, key: string): Line => ({
      path: own,
      print: () => key + equals + this.#value(own, depth + 1),
    });
    const members = Array.from({ length: this.#count(3) }, (_, index): Line[] => {
      const one = names[(start + index) % names.length] as Name;
      if (!this.#chance(5)) return [member([...path, one.key], one.text)];
      const dotted = ['x', 'y'].map((step) => member([...path, one.key, step], `${one.text}.${step}`));
      return dotted.slice(0, 1 + this.#count(1));
    }).flat();
    const shown = this.#chance(3) ? members.toReversed() : members;
    if (this.#options.latest && this.#chance(2)) return this.#lines('{', '}', path, shown);
    const pad = this.#pick([' ', ' ', '']);
    const separator = this.#pick([', ', ',']);
    return `{${pad}${shown.map((line) => line.print()).join(separator)}${shown.length > 0 ? pad : ''}}`;
  }

  #lines(open: string, close: string, path: Path, items: readonly Line[]): string {
    const indent = this.#pick(['  ', '    ', '\t']);
    const trailing = items.length > 0 && this.#chance(2);
    const noted = (chance: number): boolean => this.#commented && this.#chance(chance);
    let text = `${open}${noted(8) ? ` ${this.#comment(path)}` : ''}`;
    for (const [index, item] of items.entries()) {
      if (noted(8)) text += `${this.#eol}${indent}${this.#comment(path)}${this.#eol}`;
      if (noted(6)) text += this.#eol + indent + this.#comment(item.path);
      text += this.#eol + indent + item.print();
      if (trailing || index < items.length - 1) text += ',';
      if (noted(6)) text += ` ${this.#comment(item.path)}`;
    }
    if (noted(8)) text += `${this.#eol}${this.#eol}${indent}${this.#comment(path)}`;
    return text + this.#eol + close;
  }
}
