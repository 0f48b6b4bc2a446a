import fc from 'fast-check';

import type { Sample } from './promises.ts';
import type { Path } from '../../../src/model/value.ts';

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

const name = (text: string, key = text): Name => ({ text, key });
const names = [
  name('mcp_servers'),
  name('command'),
  name('args'),
  name('env'),
  name('"größe"', 'größe'),
  name('__proto__'),
  name('constructor'),
  name('"a.b"', 'a.b'),
  name("'/home/me/x'", '/home/me/x'),
  name('"esc\\"aped\\u00e9"', 'esc"apedé'),
  name('""', ''),
  name('0'),
  name('toString'),
];

const scalars = [
  '1',
  '-17',
  '+0',
  '1.50',
  '0x10',
  '0o17',
  '0b11',
  '1_000',
  '12345678901234567890',
  '1e3',
  '6.626e-34',
  'inf',
  '-inf',
  'nan',
  'true',
  'false',
  '1979-05-27T07:32:00Z',
  '1979-05-27 07:32:00.5+01:00',
  '1979-05-27T07:32:00',
  '1979-05-27',
  '07:32:00',
  '"npx"',
  '""',
  "''",
  "'C:\\dir'",
  '"\\u00e9 \\"quoted\\" \\\\"',
  '"# no comment"',
  "'[no.header]'",
  '"a, b = {c}"',
];

/** Texts over several lines; `\n` stands for the line end of the document. */
const longTexts = [
  '"""\nfirst\n# no comment\n[no.header]\nno = "line"\n"""',
  "'''\n'quoted'\n\n# no comment'''",
  '"""one line"""',
  '"""a \\\n   b"""',
  "''''x''''",
];

/** Random TOML 1.0 texts as people and programs write them, badly laid out ones included. */
export function tomlDocuments(withLists: boolean): fc.Arbitrary<Sample> {
  return fc.gen().map((g) => new Writer(g, withLists).sample());
}

class Writer {
  readonly #g: fc.GeneratorValue;
  readonly #lists: boolean;
  readonly #eol: string;
  readonly #mixed: boolean;
  readonly #bodyIndent: string;
  readonly #equals: string;
  readonly #spaced: boolean;
  readonly #commented: boolean;
  readonly #comments: { mark: string; owner: Path }[] = [];

  constructor(g: fc.GeneratorValue, withLists: boolean) {
    this.#g = g;
    this.#lists = withLists;
    this.#eol = this.#pick(['\n', '\n', '\r\n']);
    this.#mixed = this.#chance(12);
    this.#bodyIndent = this.#pick(['', '', '', '  ', '\t']);
    this.#equals = this.#pick([' = ', ' = ', '=', '\t=  ']);
    this.#spaced = !this.#chance(4);
    this.#commented = !this.#chance(4);
  }

  sample(): Sample {
    const bom = this.#chance(10) ? '\ufeff' : '';
    if (this.#chance(20)) return { text: bom + this.#nothing(), comments: this.#comments };
    const blocks = this.#table([], '', 0);
    const [top, ...sections] = blocks;
    let text = '';
    let above: Path | undefined;
    for (const line of top?.lines ?? []) {
      text += this.#gap(above, above, line.path, '') + this.#statement(line.print(), '', line.path);
      above = [];
    }
    for (const section of sections) {
      const indent = this.#chance(20) ? '  ' : '';
      text += this.#gap(above, [], section.path, indent) + this.#statement(section.header, indent, section.path);
      for (const line of section.lines) {
        const inner = this.#chance(25) ? `${indent} ` : indent + this.#bodyIndent;
        text += this.#gap(section.path, section.path, line.path, inner) + this.#statement(line.print(), inner, line.path);
      }
      above = section.path;
    }
    text += this.#end(above);
    if (this.#chance(3)) text = text.replace(/\r?\n$/, '');
    return { text: bom + text, comments: this.#comments, refusable: this.#lists };
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#g(fc.nat, items.length - 1)] as T;
  }

  #chance(one: number): boolean {
    return this.#g(fc.nat, one - 1) === 0;
  }

  #count(most: number): number {
    return this.#g(fc.nat, most);
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
    const lines = Array.from({ length: this.#count(3) }, () => (this.#chance(2) ? this.#blank() : this.#comment([]) + this.#newline()));
    return lines.join('') + (this.#chance(4) ? this.#comment([]) : this.#pick(['', '', '  ']));
  }

  #statement(text: string, indent: string, path: Path): string {
    const trailing = this.#commented && this.#chance(6) ? this.#pick([' ', '  ', '']) + this.#comment(path) : this.#pick(['', '', '', ' ']);
    return indent + text + trailing + this.#newline();
  }

  /** What stands above a statement: comments that hang on what is above, free ones, and those of the statement. */
  #gap(above: Path | undefined, free: Path | undefined, own: Path, indent: string): string {
    const isHeader = free?.length === 0 && above?.length !== 0 && indent !== this.#bodyIndent;
    let text = '';
    const hang = this.#commented && above && this.#chance(6) ? 1 + this.#count(1) : 0;
    for (let count = 0; count < hang; count += 1) text += this.#pick([indent, indent, '']) + this.#comment(above ?? []) + this.#newline();
    let open = hang > 0;
    const groups = this.#commented && this.#chance(6) ? 1 + this.#count(1) : 0;
    for (let count = 0; count < groups; count += 1) {
      text += this.#blank() + indent + this.#comment(free ?? []) + this.#newline();
      open = true;
    }
    if (open && this.#chance(5) && groups === 0) {
      // A comment with another indent does not belong to what is below.
      text += `${indent}   ${this.#comment(above ?? [])}${this.#newline()}`;
      open = false;
    }
    if (open || this.#chance(isHeader && this.#spaced ? 1 : 6) || (this.#spaced && above !== free && this.#chance(2))) text += this.#blank();
    if (this.#chance(15)) text += this.#blank();
    const owned = this.#commented && this.#chance(4) ? 1 + this.#count(1) : 0;
    // Directly below something they would still belong to the statement: its own lines come last.
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
    const own = Array.from({ length: this.#count(depth === 0 ? 6 : 4) }, (_, index) => names[(start + index) % names.length] as Name);
    const lines: Line[] = [];
    const below: Block[][] = [];
    let ownFirst = depth === 0;
    for (const one of own) {
      const inner = [...path, one.key];
      const header = prefix === '' ? one.text : `${prefix}${this.#pick(['.', '.', '.', ' . '])}${one.text}`;
      const kind = this.#count(9);
      if (kind < 4 && depth < 3) below.push(this.#subTable(inner, header, depth));
      else if (kind === 4 && this.#lists && depth < 3) below.push(this.#tables(inner, header, depth));
      else if (kind === 5) {
        lines.push(...this.#dotted(inner, one.text));
        if (this.#chance(3) && depth < 2) {
          below.push([{ path: [...inner, 'sub'], header: `[${header}.sub]`, lines: this.#plainLines([...inner, 'sub']) }]);
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

  #subTable(path: Path, header: string, depth: number): Block[] {
    return this.#table(path, header, depth + 1);
  }

  #plainLines(path: Path): Line[] {
    return names.slice(0, this.#count(2)).map((one) => this.#line([...path, one.key], one.text));
  }

  /** `[[a]]`, each item followed by its own tables. */
  #tables(path: Path, header: string, depth: number): Block[] {
    return Array.from({ length: 2 + this.#count(1) }, (_, index): Block[] => {
      const [own, ...rest] = this.#table([...path, index], header, depth + 2).toSorted((a, b) => a.path.length - b.path.length);
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
    return this.#pick(scalars);
  }

  #oneLineList(path: Path, depth: number): string {
    const items = Array.from({ length: this.#count(3) }, (_, index) => this.#value([...path, index], depth + 1));
    const pad = this.#pick(['', '', ' ']);
    return `[${pad}${items.join(this.#pick([', ', ',', ' , ']))}${items.length > 0 && this.#chance(6) ? ',' : ''}${items.length > 0 ? pad : ''}]`;
  }

  #list(path: Path, depth: number): string {
    const count = this.#count(3);
    const indent = this.#pick(['  ', '    ', '\t']);
    const trailing = count > 0 && this.#chance(2);
    const noted = (chance: number): boolean => this.#commented && this.#chance(chance);
    let text = `[${noted(8) ? ` ${this.#comment(path)}` : ''}`;
    for (let index = 0; index < count; index += 1) {
      const own = [...path, index];
      if (noted(8)) text += `${this.#eol}${indent}${this.#comment(path)}${this.#eol}`;
      if (noted(6)) text += this.#eol + indent + this.#comment(own);
      text += this.#eol + indent + this.#value(own, depth + 1);
      if (trailing || index < count - 1) text += ',';
      if (noted(6)) text += ` ${this.#comment(own)}`;
    }
    if (noted(8)) text += `${this.#eol}${this.#eol}${indent}${this.#comment(path)}`;
    return `${text}${this.#eol}]`;
  }

  #inlineTable(path: Path, depth: number): string {
    const start = this.#count(names.length - 1);
    const equals = this.#pick([' = ', '=']);
    const members = Array.from({ length: this.#count(3) }, (_, index) => {
      const one = names[(start + index) % names.length] as Name;
      if (!this.#chance(5)) return [one.text + equals + this.#value([...path, one.key], depth + 1)];
      const dotted = [`${one.text}.x${equals}${this.#value([...path, one.key, 'x'], depth + 1)}`];
      if (this.#chance(2)) dotted.push(`${one.text}.y${equals}${this.#value([...path, one.key, 'y'], depth + 1)}`);
      return dotted;
    });
    const pad = this.#pick([' ', ' ', '']);
    const shown = this.#chance(3) ? members.flat().toReversed() : members.flat();
    return `{${pad}${shown.join(this.#pick([', ', ',']))}${shown.length > 0 ? pad : ''}}`;
  }
}
