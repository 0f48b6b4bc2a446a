import { Composer, Parser, type YAMLError } from 'yaml';

import { type BuildContext, buildNode } from './build.ts';
import { findNode, type YamlNode } from './tree.ts';
import type { Document, Location } from '../types.ts';
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { positionAt, rangeOf, type Span } from '../../model/position.ts';
import type { Path } from '../../model/value.ts';

export interface YamlDocument extends Document {
  readonly root: YamlNode | undefined;
  /** Where the content goes: behind the line of a `---`, before a `...`. */
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

const maxFindings = 50;

const hints: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'align the line with the entries around it',
  BLOCK_AS_IMPLICIT_KEY: 'put quotes around a value that holds ": "',
  MULTILINE_IMPLICIT_KEY: 'is a ":" or a quote missing?',
  TAB_AS_INDENT: 'indent with spaces',
};

/** Characters that YAML does not allow, and carriage returns of their own, which some readers take for a line end. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ud800-\udfff\ufffe\uffff]|\r(?!\n)/u;

export function parseYaml(text: string): YamlDocument {
  const findings: Diagnostic[] = [];
  const report = (span: Span, problem: string, hint?: string): void => {
    if (findings.length >= maxFindings) return;
    const place = { start: Math.min(span.start, text.length), end: Math.min(span.end, text.length) };
    const args = { format: 'YAML', problem, ...(hint === undefined ? {} : { hint }) };
    findings.push(diagnostic('syntax', args, { range: rangeOf(text, place) }));
  };
  let tree: Tree = { root: undefined, room: { start: 0, end: text.length } };
  try {
    tree = readTree(text, findings, report);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report({ start: 0, end: text.length }, 'nested too deeply');
  }
  return makeDocument(text, tree, findings);
}

interface Tree {
  readonly root: YamlNode | undefined;
  readonly room: Span;
}

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

function readTree(text: string, findings: Diagnostic[], report: (span: Span, problem: string, hint?: string) => void): Tree {
  const bad = forbidden.exec(text);
  if (bad) {
    const problem = bad[0] === '\r' ? 'a carriage return without a line feed' : 'a character that YAML does not allow';
    report({ start: bad.index, end: bad.index + 1 }, problem);
  }
  // The library misreads `- a: 1` directly behind a byte order mark; a blank line in its place keeps all offsets.
  const tokens = [...new Parser().parse(text.replace(/^\ufeff/, '\n'))];
  const [parsed, ...others] = [...new Composer(options).compose(tokens, true, text.length)];
  const [first, second] = tokens.filter((token) => token.type === 'document');
  for (const error of [parsed, ...others].flatMap((one) => one?.errors ?? [])) {
    report({ start: error.pos[0], end: error.pos[1] }, wordsOf(error), hints[error.code]);
  }
  if (second) report({ start: second.offset, end: second.offset + 3 }, 'more than one document in one file');
  if (findings.length > 0) return { root: undefined, room: { start: 0, end: text.length } };

  const node = first?.value || first?.start.some(({ type }) => type === 'anchor' || type === 'tag') ? parsed?.contents : null;
  const context: BuildContext = {
    text,
    anchors: new Map(),
    open: new Set(),
    expanded: 0,
    depth: 0,
    problem: report,
    duplicate: (key, name, { start }) => {
      if (findings.length >= maxFindings) return;
      const args = { key: name, firstLine: positionAt(text, start).line };
      findings.push(diagnostic('duplicate-key', args, { range: rangeOf(text, { start: key.start, end: key.end }) }));
    },
  };
  const marker = first?.start.find(({ type }) => type === 'doc-start');
  const end = tokens.find((token) => token.type === 'doc-end')?.offset ?? text.length;
  const room = { start: marker ? marker.offset + marker.source.length : 0, end };
  const root = node ? buildNode(context, node, first?.start ?? [], room.start) : undefined;
  return { root, room };
}

function wordsOf(error: YAMLError): string {
  const words = error.message.length > 200 ? `${error.message.slice(0, 200)}…` : error.message;
  return words.charAt(0).toLowerCase() + words.slice(1);
}
