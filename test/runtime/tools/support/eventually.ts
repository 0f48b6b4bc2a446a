import { vi } from 'vitest';

/** Waits until the check holds; a busy machine may take long. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 20 });
}
