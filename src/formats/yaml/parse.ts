import { Composer, type CST, Lexer, Parser, type YAMLError } from 'yaml';
import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { positionAt, rangeOf, type Span } from '../../model/diagnostics/position.ts';
import type { Path } from '../../model/value.ts';
import { LONGEST_FOR_LIBRARY, LONGEST_TEXT, TOO_LONG, TOO_LONG_FOR_LIBRARY } from '../limits.ts';
import type { Document, Location } from '../types.ts';
import { buildTree } from './build.ts';
import { readSubset } from './subset-reader.ts';
import { findNode, type YamlNode } from './tree.ts';

export interface YamlDocument extends Document {
  readonly root: YamlNode | undefined;
  /** Where the content goes: after the line of a `---`, before a `...`. */
  readonly room: Span;
}

const options = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  // Checked while the tree is built: the library compares every key with every other one.
  uniqueKeys: false,
  keepSourceTokens: true,
  logLevel: 'silent',
} as const;

const maxDepth = 200;

/** A single mistake makes the rest of a file look wrong. */
const maxIssues = 20;

const hints: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'align the line with the entries around it',
  BLOCK_AS_IMPLICIT_KEY: 'put quotes around a value that holds ": "',
  MULTILINE_IMPLICIT_KEY: 'is a ":" or a quote missing?',
  TAB_AS_INDENT: 'indent with spaces',
};

/** Characters that YAML forbids, and lone carriage returns, which some parsers treat as line breaks. */
const forbidden = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\r(?!\n)/u;

export function parseYaml(text: string): YamlDocument {
  if (text.length > LONGEST_TEXT) return refuse(text, TOO_LONG);
  const tree = readSubset(text);
  if (tree) return makeDocument(text, tree, []);
  return text.length > LONGEST_FOR_LIBRARY ? refuse(text, TOO_LONG_FOR_LIBRARY) : parseWithLibrary(text);
}

/** Parses any YAML. */
export function parseWithLibrary(text: string): YamlDocument {
  const issues = new Issues(text);
  let tree = emptyTree;
  try {
    tree = readTree(text, issues);
  } catch (error) {
    // No known input gets here, but untrusted text must not crash the parser.
    issues.syntax({ start: 0, end: text.length }, `the text cannot be read (${String(error)})`);
  }
  return makeDocument(text, tree, issues.all);
}

function refuse(text: string, problem: string): YamlDocument {
  const issues = new Issues(text);
  issues.syntax({ start: 0, end: 0 }, problem);
  return makeDocument(text, emptyTree, issues.all);
}

class Issues {
  readonly all: Diagnostic[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  syntax(span: Span, problem: string, hint?: string): void {
    if (this.all.length >= maxIssues) return;
    const place = { start: Math.min(span.start, this.#text.length), end: Math.min(span.end, this.#text.length) };
    const args = { format: 'YAML', problem, ...(hint === undefined ? {} : { hint }) };
    this.all.push(diagnostic('syntax', args, { range: rangeOf(this.#text, place) }));
  }

  duplicate(key: Span, name: string, first: Span): void {
    if (this.all.length >= maxIssues) return;
    const args = { key: name, firstLine: positionAt(this.#text, first.start).line };
    this.all.push(diagnostic('duplicate-key', args, { range: rangeOf(this.#text, key) }));
  }
}

interface Tree {
  readonly root: YamlNode | undefined;
  readonly room: Span;
}

const emptyTree: Tree = { root: undefined, room: { start: 0, end: 0 } };

function makeDocument(text: string, { root, room }: Tree, diagnostics: readonly Diagnostic[]): YamlDocument {
  const locate = (path: Path): Location | undefined => {
    const found = findNode(text, root, path);
    if (!found) return undefined;
    const value = { start: found.node.start, end: found.node.end };
    const key = found.entry?.key;
    return key ? { key: { start: key.start, end: key.end }, value } : { value };
  };
  return { text, root, room, value: root?.value, diagnostics, locate };
}

function readTree(text: string, issues: Issues): Tree {
  reportForbidden(text, issues);
  const tokens = tokensOf(text, issues);
  if (!tokens) return emptyTree;
  const parsed = [...new Composer(options).compose(tokens, true, text.length)];
  for (const { code, pos, message } of parsed.flatMap(({ errors }) => errors)) {
    issues.syntax({ start: pos[0], end: pos[1] }, asProblem(message), hints[code]);
  }
  const [first, second] = tokens.filter((token) => token.type === 'document');
  if (second) issues.syntax({ start: second.offset, end: second.offset + 3 }, 'more than one document in one file');
  if (issues.all.length > 0) return emptyTree;

  const start = first?.start ?? [];
  const marker = start.find(({ type }) => type === 'doc-start');
  const end = tokens.find((token) => token.type === 'doc-end')?.offset ?? text.length;
  const room = { start: marker ? marker.offset + marker.source.length : 0, end };
  const filled = first?.value || start.some(({ type }) => type === 'anchor' || type === 'tag');
  const contents = parsed[0]?.contents;
  return { root: filled && contents ? buildTree(text, contents, start, issues) : undefined, room };
}

function reportForbidden(text: string, issues: Issues): void {
  const found = forbidden.exec(text);
  if (!found) return;
  const problem = found[0] === '\r' ? 'a carriage return without a line feed' : 'a character that YAML does not allow';
  issues.syntax({ start: found.index, end: found.index + 1 }, problem);
}

/**
 * Undefined when the nesting is so deep that the library could overflow the stack, which V8 does not always survive.
 */
function tokensOf(text: string, issues: Issues): CST.Token[] | undefined {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  // The library misreads `- a: 1` directly after a byte order mark; replacing the mark with a line break keeps all
  // offsets.
  for (const lexeme of new Lexer().lex(text.replace(/^\ufeff/, '\n'))) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > maxDepth) {
      issues.syntax({ start: parser.offset - lexeme.length, end: parser.offset }, 'nested too deeply');
      return undefined;
    }
  }
  tokens.push(...parser.end());
  return tokens;
}

/** The library's message without quoted text, which may be a secret. */
function asProblem(message: string): string {
  const words = message.replace(/(?<=\S): .*$/s, '');
  return words.charAt(0).toLowerCase() + words.slice(1);
}
