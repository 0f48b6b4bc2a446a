/** Go back one step. */
export const BACK: unique symbol = Symbol('back');
/** Cancel the wizard. */
export const STOP: unique symbol = Symbol('stop');

/** The result of a question. */
export type Answer<T> = T | typeof BACK | typeof STOP;

export function isAnswered<T>(answer: Answer<T>): answer is T {
  return answer !== BACK && answer !== STOP;
}

export interface TextQuestion {
  readonly message: string;
  readonly example?: string;
  readonly initial?: string | undefined;
  /** Returns the problem of a text, shown while typing. */
  check?(text: string): string | undefined;
  /** Returns the problem of a submitted text, for slower checks. */
  checkAll?(text: string): Promise<string | undefined>;
}

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
  readonly disabled?: boolean;
}

export interface ChoiceQuestion<T> {
  readonly message: string;
  readonly choices: readonly Choice<T>[];
}

export interface SeveralQuestion<T> extends ChoiceQuestion<T> {
  readonly initial: readonly T[];
  /** Otherwise at least one choice is required. */
  readonly mayBeNone?: boolean;
}

/** The prompts of a wizard. */
export interface Questions {
  text(question: TextQuestion): Promise<Answer<string>>;
  /** Like `text`, but accepts several pasted lines. */
  lines(question: TextQuestion): Promise<Answer<string>>;
  /** Not echoed. */
  secret(message: string): Promise<Answer<string>>;
  choose<T>(question: ChoiceQuestion<T> & { readonly initial?: T | undefined }): Promise<Answer<T>>;
  chooseSeveral<T>(question: SeveralQuestion<T>): Promise<Answer<T[]>>;
  /** Marks the current row. The returned function erases everything drawn since. */
  mark(): () => void;
  /** Prints text between questions. */
  say(...lines: readonly string[]): void;
}
