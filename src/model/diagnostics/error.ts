import { withShownPaths } from '../short-path.ts';
import { errorCatalog } from './error-catalog.ts';
import type { ErrorEntry } from './error-entry.ts';

export type ErrorCode = keyof typeof errorCatalog;
export type ErrorData<C extends ErrorCode> = Parameters<(typeof errorCatalog)[C]['message']>[0];

/** The only error type of operations that cannot continue. Problems in the input are diagnostics instead. */
export class PlugboardError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly data: ErrorData<C>;

  constructor(code: C, data: ErrorData<C>, cause?: unknown) {
    const entry = errorCatalog[code] as unknown as ErrorEntry<ErrorData<C>>;
    super(entry.message(withShownPaths(data)), cause === undefined ? undefined : { cause });
    this.name = 'PlugboardError';
    this.code = code;
    this.data = data;
  }
}
