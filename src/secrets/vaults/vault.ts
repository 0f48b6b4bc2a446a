/** A place for secret values. Each function rejects if the place is unavailable; no error contains a value. */
export interface Vault {
  /** Undefined if there is no such value. `at` is what `write` returned. */
  read(name: string, at: string | undefined): Promise<string | undefined>;
  /** Adds or replaces a value. Returns where it is, if the name alone does not tell. */
  write(name: string, value: string, at: string | undefined): Promise<string | undefined>;
  remove(name: string, at: string | undefined): Promise<void>;
  /** How many bytes a value can have; absent if any value fits. */
  limit?(name: string): Promise<number>;
}
