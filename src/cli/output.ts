import { styleText } from 'node:util';
import { ExitCode } from './exit-code.ts';

export type Style = Parameters<typeof styleText>[0];

interface Envelope {
  readonly schema: 1;
  readonly ok: boolean;
  readonly data?: unknown;
  readonly warnings: readonly unknown[];
  readonly errors: readonly unknown[];
}

/** Results go to stdout, talk goes to stderr; with `--json` stdout holds exactly one document, on failure too. */
export class Output {
  readonly json: boolean;
  exitCode: number = ExitCode.ok;
  readonly #colour: boolean;

  constructor(argv: readonly string[]) {
    const flags = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
    this.json = flags.includes('--json');
    this.#colour = !flags.includes('--no-color') && wantsColour();
  }

  style(style: Style, text: string): string {
    return this.#colour ? styleText(style, text, { validateStream: false }) : text;
  }

  print(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** Text that is printed to the byte, such as a file. */
  raw(text: string): void {
    process.stdout.write(text);
  }

  talk(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  document(envelope: Omit<Envelope, 'schema'>): void {
    this.print(JSON.stringify({ schema: 1, ...envelope }, undefined, 2));
  }

  fail(code: string, message: string): void {
    if (this.json) this.document({ ok: false, warnings: [], errors: [{ code, message }] });
    else if (code !== 'usage') this.talk(`${this.style('red', '✗')} ${message}`);
  }
}

function wantsColour(): boolean {
  const { env } = process;
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true;
  return process.stdout.isTTY && env['TERM'] !== 'dumb';
}
