/** One completion of a word. */
export interface Candidate {
  /** The whole word. */
  readonly value: string;
  readonly about: string;
}

/** What the shell must complete itself: a file, a directory, or the command line after `--`. */
export type LeftToShell = 'files' | 'directories' | 'command';

export interface Completions {
  readonly candidates: readonly Candidate[];
  /** What the shell completes in addition. */
  readonly left?: LeftToShell | undefined;
}
