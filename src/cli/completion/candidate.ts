/** One way to complete a word. */
export interface Candidate {
  /** The whole word. */
  readonly value: string;
  readonly about: string;
}

/** What only the shell itself can complete: a file, a directory, or the command line behind `--`. */
export type LeftToShell = 'files' | 'directories' | 'command';

export interface Completions {
  readonly candidates: readonly Candidate[];
  /** What the shell may add. */
  readonly left?: LeftToShell | undefined;
}
