export type Severity = 'error' | 'warning' | 'info';

/** One kind of finding in the catalog. */
export interface FindingEntry<A> {
  readonly severity: Severity;
  /** What the finding means, for the documentation. */
  readonly summary: string;
  readonly message: (args: A) => string;
  readonly fix?: (args: A) => string;
}

export function define<A>(
  severity: Severity,
  summary: string,
  message: FindingEntry<A>['message'],
  fix?: FindingEntry<A>['fix'],
): FindingEntry<A> {
  return fix ? { severity, summary, message, fix } : { severity, summary, message };
}

export const quote = (text: string): string => JSON.stringify(text);
