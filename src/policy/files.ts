/** What a program name or a path leads to. */
export interface FoundProgram {
  /** The name by which it is known; empty for a file that is not what its name leads to. */
  readonly name: string;
  /** Absolute, with links resolved. */
  readonly file: string;
  readonly isOfProject: boolean;
}

/** What is known about the files of this machine, from the directory and with the variables that a server has. */
export interface Files {
  find(word: string): FoundProgram | undefined;
  isOfProject(path: string): boolean;
  /** Files that change what a package manager does there, and `bin:name` for what is installed there. */
  readonly local: ReadonlySet<string>;
  /** Only the checkout of the project was searched: what was not found there may be on the machine. */
  readonly isOnlyCheckout?: boolean;
}
