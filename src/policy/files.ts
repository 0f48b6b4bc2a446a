/** What a program name or a path leads to. */
export interface FoundProgram {
  /** The name by which it is known; empty for a file that is not what its name leads to. */
  readonly name: string;
  /** Absolute, with links resolved. */
  readonly file: string;
  readonly isOfProject: boolean;
  /** It can be started, which a script need not be that an interpreter reads. */
  readonly isProgram: boolean;
}

/** What is known about the files of this machine, from the directory and with the variables that a server has. */
export interface Files {
  find(word: string): FoundProgram | undefined;
  isOfProject(path: string): boolean;
  /** Only the checkout of the project was searched: what was not found there may be on the machine. */
  readonly isOnlyCheckout?: boolean;
  /** Not every word was searched for, so that what was not found may exist. */
  readonly isCut?: boolean;
}

/** What is known about the directory in which a server starts, which came with the project. */
export interface Directory {
  /** What in it changes what a program starts that runs one of these packages or programs; `file` is it as written. */
  changed(program: string, words: readonly string[], file?: string): string | undefined;
  /** Whether it has a file or directory of that name. */
  isHere(word: string): boolean;
}
