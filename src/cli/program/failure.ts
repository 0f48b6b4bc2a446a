import { isAbsolute } from 'node:path';
import type { ErrorCode, PlugboardError } from '../../model/diagnostics/error.ts';

/** An error as JSON data. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
  /** The file concerned, absolute. */
  readonly path?: string | undefined;
  readonly [detail: string]: unknown;
}

export function failureOf(error: PlugboardError, details: Readonly<Record<string, unknown>> = {}): Failure {
  const path = fileOf(error);
  return { code: error.code, message: error.message, ...(path === undefined ? {} : { path }), ...details };
}

/** Some errors have a path within a document, which is not a file path. */
function fileOf({ data }: PlugboardError): string | undefined {
  const named = 'file' in data ? data.file : 'path' in data ? data.path : undefined;
  if (named !== undefined) return isAbsolute(named) ? named : undefined;
  const issues = 'diagnostics' in data ? data.diagnostics : 'references' in data ? data.references : [];
  const files = [...new Set(issues.map(({ file }) => file))];
  return files.length === 1 ? files[0] : undefined;
}
