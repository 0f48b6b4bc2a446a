import { styleText } from 'node:util';
import { visible } from '../model/visible.ts';
import { ExitCode } from './exit-code.ts';
import { inAscii, wantsAscii, wantsColour } from './terminal.ts';

export type Style = Parameters<typeof styleText>[0];

interface Envelope {
  readonly schema: 1;
  readonly ok: boolean;
  readonly data?: unknown;
  readonly warnings: readonly unknown[];
  readonly errors: readonly unknown[];
}

/** One thing that went wrong, as scripts get it. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
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

/** Results go to stdout, talk goes to stderr; with `--json` stdout holds exactly one document, on failure too. */
export class Output {
  readonly json: boolean;
  exitCode: number = ExitCode.ok;
  readonly #quiet: boolean;
  readonly #verbose: boolean;
  readonly #colour: boolean;
  readonly #ascii: boolean;

  /** Looks at the words themselves, because it must also word what is wrong with them. */
  constructor(argv: readonly string[]) {
    const end = argv.indexOf('--');
    const flags = new Set(end === -1 ? argv : argv.slice(0, end));
    this.json = flags.has('--json');
    this.#quiet = flags.has('--quiet') || flags.has('-q');
    this.#verbose = flags.has('--verbose') || flags.has('-v');
    this.#colour = !flags.has('--no-color') && (flags.has('--color') || wantsColour());
    this.#ascii = flags.has('--ascii') || wantsAscii();
  }

  style(style: Style, text: string): string {
    return this.#colour ? styleText(style, text, { validateStream: false }) : text;
  }

  /** A coloured sign whose meaning is not in its colour. */
  mark(mark: Mark): string {
    const [style, sign] = marks[mark];
    return this.style(style, sign);
  }

  print(text: string): void {
    process.stdout.write(this.#signs(`${text}\n`));
  }

  /** Text that is printed to the byte, such as a file. */
  raw(text: string): void {
    process.stdout.write(text);
  }

  /** Words beside the result. With `--json` the document says it all, and with `--quiet` nobody wants them. */
  talk(text: string): void {
    if (!this.json && !this.#quiet) this.#say(text);
  }

  /** What only somebody who looks closely wants to know. */
  detail(text: string): void {
    if (this.#verbose) this.talk(this.style('dim', text));
  }

  document(envelope: Omit<Envelope, 'schema'>): void {
    this.raw(`${JSON.stringify({ schema: 1, ...envelope }, undefined, 2)}\n`);
  }

  /** The outcome of a command that went well. */
  data(data: unknown, warnings: readonly unknown[] = []): void {
    this.document({ ok: true, data, warnings, errors: [] });
  }

  fail(exitCode: number, ...failures: readonly Failure[]): void {
    this.exitCode = exitCode;
    if (this.json) return this.document({ ok: false, warnings: [], errors: failures });
    for (const { message, hint } of failures) {
      this.#say(`${this.mark('error')} ${visible(message)}`);
      if (hint) this.#say(`  ${this.style('cyan', 'fix:')} ${visible(hint)}`);
    }
  }

  #say(text: string): void {
    process.stderr.write(this.#signs(`${text}\n`));
  }

  #signs(text: string): string {
    return this.#ascii ? inAscii(text) : text;
  }
}
