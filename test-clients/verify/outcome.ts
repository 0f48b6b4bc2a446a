/** What asking one client in one version has shown. */
export type Outcome =
  /** All that its definition says was found to be so. */
  | { readonly kind: 'holds' }
  /** Something is no longer so: one line for each difference, with the test that found it. */
  | { readonly kind: 'differs'; readonly differences: readonly Difference[] }
  /** It could not be asked: no answer of npm, a failed installation, no space, no time. */
  | { readonly kind: 'not-asked'; readonly why: string };

export interface Difference {
  readonly test: string;
  readonly message: string;
}

export interface ClientReport {
  readonly id: string;
  readonly package: string;
  /** The version and the date in its definition. */
  readonly claimed: { readonly version: string; readonly on: string };
  /** The version that was asked; absent if it is not known. */
  readonly asked?: string;
  readonly outcome: Outcome;
  /** It was asked in an earlier run, with the same sources and the same version. */
  readonly earlier?: boolean;
}

/** 0: all holds; 1: something differs; 3: nothing differs, but some could not be asked. */
export function exitCode(reports: readonly ClientReport[]): 0 | 1 | 3 {
  if (reports.some(({ outcome }) => outcome.kind === 'differs')) return 1;
  return reports.every(({ outcome }) => outcome.kind === 'holds') ? 0 : 3;
}
