import { styleText } from 'node:util';
import type { Diagnostic, DiagnosticCode } from '../../model/diagnostics/diagnostic.ts';
import type { ErrorCode } from '../../model/diagnostics/error.ts';
import { visibleLines } from '../../model/visible.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import { ExitCode, exitCodeOf } from '../program/exit-code.ts';
import type { Failure } from '../program/failure.ts';
import { jsonText } from './json-text.ts';
import { writeTo } from './standard-streams.ts';
import { inAscii, wantsAscii, wantsColour } from './terminal.ts';
import { UnreadFiles } from './unread-files.ts';

export type Style = Parameters<typeof styleText>[0];

interface Envelope {
  readonly schema: 1;
  readonly ok: boolean;
  readonly data?: unknown;
  readonly warnings: readonly unknown[];
  readonly errors: readonly unknown[];
}

/** Something that a person should know and that does not keep the command from going on. */
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

/** Failures to find what may stand in a file that could not be read. */
const mayBeUnread: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['server-unknown', 'no-servers', 'approval-unknown']);

/** Results go to stdout, talk goes to stderr; with `--json` stdout holds exactly one document, on failure too. */
export class Output {
  readonly json: boolean;
  readonly verbose: boolean;
  exitCode: number = ExitCode.ok;
  answered = '';
  readonly colour: boolean;
  readonly ascii: boolean;
  readonly #quiet: boolean;
  readonly #warnings: Warning[] = [];
  readonly #unread = new UnreadFiles();
  #hasDocument = false;
  #mask: ((text: string) => string) | undefined;

  /** Looks at the words themselves, because it must also word what is wrong with them. */
  constructor(argv: readonly string[]) {
    const end = argv.indexOf('--');
    const flags = new Set(end === -1 ? argv : argv.slice(0, end));
    this.json = flags.has('--json');
    this.#quiet = flags.has('--quiet') || flags.has('-q');
    this.verbose = flags.has('--verbose') || flags.has('-v');
    this.colour = !flags.has('--no-color') && (flags.has('--color') || wantsColour());
    this.ascii = flags.has('--ascii') || wantsAscii();
  }

  /** Masks whatever is written from now on, results included; only `raw` is left to its callers. */
  hide(mask: (text: string) => string): void {
    this.#mask = mask;
  }

  /** The text as it may be shown, for what is drawn elsewhere. */
  masked(text: string): string {
    return this.#mask?.(text) ?? text;
  }

  style(style: Style, text: string): string {
    return this.colour ? styleText(style, text, { validateStream: false }) : text;
  }

  /** A coloured sign whose meaning is not in its colour. */
  mark(mark: Mark): string {
    const [style, sign] = marks[mark];
    return this.style(style, sign);
  }

  print(text: string): void {
    writeTo('stdout', this.#signs(`${this.masked(text)}\n`));
  }

  /** Text that is printed to the byte, such as a file; nothing is masked in it. */
  raw(text: string): void {
    writeTo('stdout', text);
  }

  /** Help or the version, which come in pieces. With `--json` they are kept, to be one document in the end. */
  answer(piece: string): void {
    if (this.json) this.answered += piece;
    else writeTo('stdout', this.#signs(piece));
  }

  /** Words beside the result. With `--json` the document says it all, and with `--quiet` nobody wants them. */
  talk(text: string): void {
    if (!this.json && !this.#quiet) this.#say(text);
  }

  /** What only somebody who looks closely wants to know. */
  detail(text: string): void {
    if (this.verbose) this.talk(this.style('dim', text));
  }

  /** Said at once, or kept for the document. */
  warn(warning: Warning): void {
    if (this.json) this.#warnings.push(warning);
    else this.talk(`${this.mark('warning')} ${visibleLines(warning.message)}`);
  }

  /**
   * Files that could not be read, with the reasons. Where the answer needs all of them the command fails, and so it does
   * when it does not find what it looks for; otherwise they are worth a warning. Told in the end, or in the document.
   */
  unread(findings: readonly Diagnostic[], isNeeded: boolean): void {
    this.#unread.add(findings, isNeeded);
  }

  /** Findings that an error brings with it need not be told as those of an unread file. */
  tellElsewhere(findings: readonly Diagnostic[]): void {
    this.#unread.remove(findings);
  }

  /** Tells now what would be told in the end, for commands that go on for long. */
  tellUnread(): void {
    const { matter } = this.#unread;
    for (const { problem, fix } of this.#unread.take()) {
      const line = `${this.mark(matter ? 'error' : 'warning')} ${problem}`;
      if (matter) this.#say(line);
      else this.talk(line);
      if (fix !== undefined) this.talk(`  ${this.style('cyan', 'fix:')} ${fix}`);
    }
  }

  /** The end of a command: an answer that lacks what stands in some file is no success. */
  finish(): void {
    const { matter } = this.#unread;
    if (!this.#hasDocument) this.tellUnread();
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

  /** As JSON. Values are masked before, because a mask in place of a number would not be JSON any more. */
  jsonText(value: unknown): string {
    return jsonText(this.#mask ? maskDeep(value, this.#mask) : value);
  }

  /** The outcome of a command that went well. */
  data(data: unknown, warnings: readonly unknown[] = []): void {
    this.document({ ok: true, data, warnings, errors: [] });
  }

  /** The outcome of a command that did what it should, but for what the failures name. */
  partly(data: unknown, warnings: readonly unknown[], failures: readonly Failure[]): void {
    const [first, ...others] = failures;
    if (this.json) {
      if (first) this.exitCode = exitCodeOf(first.code);
      return this.document({ ok: !first, data, warnings, errors: failures });
    }
    if (first) this.fail(first, ...others);
  }

  /** The outcome of a command that could not do what it should. The first failure decides how it ends. */
  fail(first: Failure, ...others: readonly Failure[]): void {
    const failures = [first, ...others];
    this.exitCode = exitCodeOf(first.code);
    if (mayBeUnread.has(first.code)) this.#unread.matter ||= !this.#unread.isEmpty;
    // Something that fails after the result has been told is told elsewhere.
    if (this.json && !this.#hasDocument) return this.document({ ok: false, warnings: [], errors: failures });
    for (const { message, hint } of failures) {
      this.#say(`${this.mark('error')} ${visibleLines(message)}`);
      if (hint) this.#say(`  ${this.style('cyan', 'fix:')} ${visibleLines(hint, '    ')}`);
    }
  }

  #say(text: string): void {
    writeTo('stderr', this.#signs(`${this.masked(text)}\n`));
  }

  #signs(text: string): string {
    return this.ascii ? inAscii(text) : text;
  }
}
