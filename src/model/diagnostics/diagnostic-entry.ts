export type Severity = 'error' | 'warning' | 'info';

export interface DiagnosticEntry<A> {
  readonly severity: Severity;
  /** What the diagnostic means, for the documentation. */
  readonly summary: string;
  readonly message: (args: A) => string;
  readonly fix?: (args: A) => string;
}

export function define<A>(
  severity: Severity,
  summary: string,
  message: DiagnosticEntry<A>['message'],
  fix?: DiagnosticEntry<A>['fix'],
): DiagnosticEntry<A> {
  return fix ? { severity, summary, message, fix } : { severity, summary, message };
}

export const quote = (text: string): string => JSON.stringify(text);
