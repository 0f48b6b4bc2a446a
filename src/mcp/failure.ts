/** An error of a tool, worded for a model, with suggestions for what to do next. */
export class CallFailure<Code extends string = string> extends Error {
  readonly code: Code;
  readonly suggestions: readonly string[];
  /** More fields, such as the ID of something that stays. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: Code,
    message: string,
    suggestions: readonly string[],
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'CallFailure';
    this.code = code;
    this.suggestions = suggestions;
    this.details = details;
  }
}
