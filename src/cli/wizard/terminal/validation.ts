interface Checks {
  check?(text: string): string | undefined;
  checkAll?(text: string): Promise<string | undefined>;
}

interface Validation {
  validate(text: string): string | undefined | Promise<string | undefined>;
  /** Whether the prompt already shows the problem of this text. */
  wasRefused(text: string): boolean;
  /** Rethrows the error of a check, which the prompt library would swallow. */
  fail(): void;
}

/** Validates a submitted text. */
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
