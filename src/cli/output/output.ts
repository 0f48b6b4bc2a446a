import { styleText } from 'node:util';
import type { Diagnostic, DiagnosticCode } from '../../model/diagnostics/diagnostic.ts';
import type { ErrorCode } from '../../model/diagnostics/error.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import { ExitCode, exitCodeOf } from '../program/exit-code.ts';
import type { Failure } from '../program/failure.ts';
import { toJson } from './diagnostic-as-data.ts';
import { jsonText } from './json-text.ts';
import { writeTo } from './standard-streams.ts';
import { type Lines, withHead, writeLines } from './terminal-lines.ts';
import { wantsAscii, wantsColor } from './terminal.ts';
import { UnreadFiles } from './unread-files.ts';

export type Style = Parameters<typeof styleText>[0];

interface Envelope {
  readonly schema: 1;
  readonly ok: boolean;
  readonly data?: unknown;
  readonly warnings: readonly unknown[];
  readonly errors: readonly unknown[];
}

/** What a command could not do. */
export interface Undone {
  /** Not 0. */
  readonly exitCode: number;
  readonly issues: readonly Diagnostic[];
}

/** A warning that does not stop the command. */
export interface Warning {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly [detail: string]: unknown;
}

const marks = {
  ok: ['green', '✓'],
  error: ['red', '✗'],
  warning: ['yellow', '!'],
  info: ['blue', 'i'],
  none: ['dim', '·'],
} as const satisfies Record<string, readonly [Style, string]>;
export type Mark = keyof typeof marks;

/** Errors whose subject may be in a file that could not be read. */
const mayBeUnread: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['server-unknown', 'no-servers', 'approval-unknown']);

/** Results go to stdout, messages to stderr; with `--json` stdout contains exactly one document, also on failure. */
export class Output {
  readonly json: boolean;
  readonly verbose: boolean;
  exitCode: number = ExitCode.ok;
  answered = '';
  readonly color: boolean;
  readonly ascii: boolean;
  readonly #quiet: boolean;
  readonly #warnings: Warning[] = [];
  readonly #unread = new UnreadFiles();
  #hasDocument = false;
  #mask: ((text: string) => string) | undefined;

  /** Reads the raw arguments, because it must also report parse errors. */
  constructor(argv: readonly string[]) {
    const end = argv.indexOf('--');
    const flags = new Set(end === -1 ? argv : argv.slice(0, end));
    this.json = flags.has('--json');
    this.#quiet = flags.has('--quiet') || flags.has('-q');
    this.verbose = flags.has('--verbose') || flags.has('-v');
    this.color = !flags.has('--no-color') && (flags.has('--color') || wantsColor());
    this.ascii = flags.has('--ascii') || wantsAscii();
  }

  /** Masks all output from now on, results included, except `raw`. */
  hide(mask: (text: string) => string): void {
    this.#mask = mask;
  }

  /** Masks a text that is printed elsewhere. */
  masked(text: string): string {
    return this.#mask?.(text) ?? text;
  }

  style(style: Style, text: string): string {
    return this.color ? styleText(style, text, { validateStream: false }) : text;
  }

  /** A colored symbol whose meaning does not depend on its color. */
  mark(mark: Mark): string {
    const [style, sign] = marks[mark];
    return this.style(style, sign);
  }

  /** Prints a result. */
  print(lines: Lines): void {
    writeLines('stdout', this.#hidden(lines), this);
  }

  /** Prints text verbatim: JSON, a script, or content that the user asked for by name. Nothing is masked. */
  raw(text: string): void {
    writeTo('stdout', text);
  }

  /** Prints help or the version, in pieces. With `--json` they are collected for the document. */
  answer(piece: string): void {
    if (this.json) this.answered += piece;
    else writeLines('stdout', piece.replace(/\n$/, '').split('\n'), this);
  }

  /**
   * Prints a message besides the result. Suppressed by `--json`, where the document has everything, and by `--quiet`.
   */
  talk(lines: Lines): void {
    if (!this.json && !this.#quiet) this.#say(lines);
  }

  /** Prints with `--verbose` only. */
  detail(text: string): void {
    if (this.verbose) this.talk(this.style('dim', text));
  }

  /** Prints immediately, or adds to the JSON document. */
  warn(warning: Warning): void {
    if (this.json) this.#warnings.push(warning);
    else this.talk(withHead(`${this.mark('warning')} `, warning.message));
  }

  /**
   * Reports unreadable files at the end or in the document. If `isNeeded`, or if the command does not find its subject,
   * they make it fail; otherwise they are warnings.
   */
  unread(issues: readonly Diagnostic[], isNeeded: boolean): void {
    this.#unread.add(issues, isNeeded);
  }

  /** Diagnostics that an error already reports are not repeated as unreadable files. */
  excludeReported(issues: readonly Diagnostic[]): void {
    this.#unread.remove(issues);
  }

  /** Reports unreadable files now instead of at the end, for long-running commands. */
  reportUnread(): void {
    const { matter } = this.#unread;
    for (const { problem, fix } of this.#unread.take()) {
      const line = `${this.mark(matter ? 'error' : 'warning')} ${problem}`;
      if (matter) this.#say(line);
      else this.talk(line);
      if (fix !== undefined) this.talk(`  ${this.style('cyan', 'fix:')} ${fix}`);
    }
  }

  /** Ends a command: a result that lacks required files is not a success. */
  finish(): void {
    const { matter } = this.#unread;
    if (!this.#hasDocument) this.reportUnread();
    if (matter && (this.exitCode === ExitCode.ok || this.exitCode === ExitCode.notFound))
      this.exitCode = ExitCode.invalidConfig;
  }

  document(envelope: Omit<Envelope, 'schema'>): void {
    const unread = this.#unread.asData();
    const { matter } = this.#unread;
    const warnings = [...this.#warnings, ...(matter ? [] : unread), ...envelope.warnings];
    const errors = [...envelope.errors, ...(matter ? unread : [])];
    const ok = envelope.ok && errors.length === envelope.errors.length;
    this.#hasDocument = true;
    this.raw(`${this.jsonText({ schema: 1, ...envelope, ok, warnings, errors })}\n`);
  }

  /** Masks values before serializing, because a mask in place of a number would not be valid JSON. */
  jsonText(value: unknown): string {
    return jsonText(this.#mask ? maskDeep(value, this.#mask) : value);
  }

  /** Reports success. */
  data(data: unknown, warnings: readonly unknown[] = []): void {
    this.document({ ok: true, data, warnings, errors: [] });
  }

  /** Reports partial success, with the given failures. What is undone decides the exit code. */
  partly(data: unknown, warnings: readonly unknown[], failures: readonly Failure[], undone?: Undone): void {
    const [first, ...others] = failures;
    if (this.json) {
      if (first) this.exitCode = exitCodeOf(first.code);
      if (undone) this.exitCode = undone.exitCode;
      const errors = [...(undone?.issues ?? []).map(toJson), ...failures];
      return this.document({ ok: this.exitCode === ExitCode.ok, data, warnings, errors });
    }
    if (first) this.fail(first, ...others);
  }

  /** Reports failure. The first failure determines the exit code. */
  fail(first: Failure, ...others: readonly Failure[]): void {
    const failures = [first, ...others];
    this.exitCode = exitCodeOf(first.code);
    if (mayBeUnread.has(first.code)) this.#unread.matter ||= !this.#unread.isEmpty;
    // A failure after the document was printed goes to stderr.
    if (this.json && !this.#hasDocument) return this.document({ ok: false, warnings: [], errors: failures });
    for (const { message, hint } of failures) {
      this.#say(withHead(`${this.mark('error')} `, message));
      if (hint) this.#say(withHead(`  ${this.style('cyan', 'fix:')} `, hint, '    '));
    }
  }

  #say(lines: Lines): void {
    writeLines('stderr', this.#hidden(lines), this);
  }

  #hidden(lines: Lines): Lines {
    if (!this.#mask) return lines;
    if (typeof lines === 'string') return this.masked(lines);
    // A secret may be in one line, with a line break of its own, or span several.
    const masked = lines.map((line) => this.masked(line).replaceAll('\n', '\ufffd'));
    return this.masked(masked.join('\n')).split('\n');
  }
}
