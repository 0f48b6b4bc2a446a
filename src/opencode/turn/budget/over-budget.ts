/** What a turn may use up before it is stopped. */
export interface Budget {
  readonly tokens?: number | undefined;
  /** In the currency of the provider's prices, which is US dollars. */
  readonly cost?: number | undefined;
  readonly minutes?: number | undefined;
}

/** Which limit a turn has reached. */
export interface OverBudget {
  readonly budget: keyof Budget;
  readonly limit: number;
  readonly used: number;
}
