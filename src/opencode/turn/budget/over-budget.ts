/** The limits of a turn. */
export interface Budget {
  readonly tokens?: number | undefined;
  /** In the currency of the provider's prices, US dollars. */
  readonly cost?: number | undefined;
  readonly minutes?: number | undefined;
}

/** The limit that a turn has reached. */
export interface OverBudget {
  readonly budget: keyof Budget;
  readonly limit: number;
  readonly used: number;
}
