import type { Command } from 'commander';

/** Options that every command takes, before its name or after it. */
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

export function declareGlobalOptions(program: Command): void {
  program
    .option('--json', 'print one JSON document, on failure too')
    .option('-n, --dry-run', 'show what would be written, and write nothing')
    .option('-y, --yes', 'do not ask before writing')
    .option('--no-input', 'never ask anything; what is missing is an error')
    .option('-q, --quiet', 'print results and errors only')
    .option('-v, --verbose', 'print more')
    .option('--color', 'print in colours even when the output is not a terminal')
    .option('--no-color', 'print without colours')
    .option('--ascii', 'print plain ASCII signs')
    .option('--show-secrets', 'show secrets as they are; only on a terminal')
    .option('--cwd <directory>', 'work as if started in this directory');
}

/** Words that are neither options nor the value of a global one; the first is the command. */
export function wordsOf(argv: readonly string[]): string[] {
  return argv.filter((word, index) => !word.startsWith('-') && argv[index - 1] !== '--cwd');
}
