import { statSync } from 'node:fs';
import type { Command } from 'commander';
import type { Output } from '../output/output.ts';
import { isTerminal } from '../output/standard-streams.ts';

/** Options of every command, before or after its name. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** False with `--no-color`, true with `--color`. */
  readonly color?: boolean;
  readonly ascii?: boolean;
  readonly showSecrets?: boolean;
  /** False with `--no-input`. */
  readonly input?: boolean;
  readonly cwd?: string;
}

export function declareGlobalOptions(program: Command, argv: readonly string[]): void {
  // For ccmcp users, `run -n` means --no-save.
  const dryRun = wordsOf(argv)[0] === 'run' ? '--dry-run' : '-n, --dry-run';
  program
    .option('--json', 'print one JSON document, on failure too')
    .option(dryRun, 'show changes without writing them')
    .option('-y, --yes', 'do not ask before writing')
    .option('--no-input', 'never prompt; missing input is an error')
    .option('-q, --quiet', 'print results and errors only')
    .option('-v, --verbose', 'print more')
    .option('--color', 'print in color even when the output is not a terminal, as --color=always does')
    .option('--no-color', 'print without color')
    .option('--ascii', 'print ASCII symbols only')
    .option('--show-secrets', 'show secrets unmasked, on a terminal only')
    .option('--cwd <directory>', 'directory to run in');
}

/** Rejects global options that are invalid for any command. */
export function checkGlobals(program: Command, { json }: Output): void {
  const { cwd, showSecrets } = program.opts<GlobalOptions>();
  if (cwd !== undefined && !isDirectory(cwd)) program.error(`error: --cwd takes a directory, and ${cwd} is not one`);
  if (showSecrets && (json || !isTerminal('stdout')))
    program.error('error: --show-secrets requires a terminal as standard output');
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const colorFlags: ReadonlyMap<string, readonly string[]> = new Map([
  ['--color=always', ['--color']],
  ['--color=never', ['--no-color']],
  ['--color=auto', []],
]);

/** Replaces `--color=value` by plain flags: declared as an optional value, it would take the next word. */
export function withPlainColor(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.flatMap((word, index) => (index < end ? (colorFlags.get(word) ?? [word]) : [word]));
}

/** Words that are neither options nor the value of a global one; the first is the command. */
export function wordsOf(argv: readonly string[]): string[] {
  return argv.filter((word, index) => !word.startsWith('-') && argv[index - 1] !== '--cwd');
}
