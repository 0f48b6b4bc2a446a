interface Checks {
  check?(text: string): string | undefined;
  checkAll?(text: string): Promise<string | undefined>;
}

interface Validation {
  validate(text: string): string | undefined | Promise<string | undefined>;
  /** The question itself says what is wrong with this text. */
  wasRefused(text: string): boolean;
  /** Throws what a check threw, which a question would swallow. */
  fail(): void;
}

/** What is wrong with a finished text. */
export function validation({ check, checkAll }: Checks): Validation {
  let refused: string | undefined;
  let failure: Error | undefined;
  return {
    validate(text) {
      const flaw = check?.(text);
      refused = flaw === undefined ? undefined : text;
      return (
        flaw ??
        checkAll?.(text).catch((error: Error) => {
          failure = error;
          return undefined;
        })
      );
    },
    wasRefused: (text) => text === refused,
    fail() {
      if (failure !== undefined) throw failure;
    },
  };
}
