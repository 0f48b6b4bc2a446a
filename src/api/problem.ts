import { isAbsolute } from 'node:path';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, PlugboardError } from '../model/diagnostics/error.ts';
import { maskLine } from '../model/secrets/secret.ts';
import type { ApiProblem } from './contract/common.ts';
import { HttpError } from './http-error.ts';

const statuses: Readonly<Partial<Record<ErrorCode, ContentfulStatusCode>>> = {
  'server-unknown': 404,
  'server-elsewhere': 404,
  'server-missing': 404,
  'no-servers': 404,
  'source-missing': 404,
  'history-missing': 404,
  'backup-missing': 404,
  'tool-unknown': 404,
  'prompt-unknown': 404,
  'approval-unknown': 404,
  'set-unknown': 404,
  'profile-unknown': 404,
  'plan-unknown': 404,
  'plan-decided': 409,
  'plan-outdated': 409,
  'server-exists': 409,
  'set-exists': 409,
  'deny-without-effect': 409,
  'profile-exists': 409,
  'server-ambiguous': 409,
  'server-referenced': 409,
  'server-disabled': 409,
  'switch-without-effect': 409,
  'file-exists': 409,
  'approval-needed': 409,
  'approval-denied': 409,
  'policy-denied': 403,
  'policy-tool-denied': 403,
  'policy-invalid': 409,
  'tool-not-accepted': 409,
  conflict: 409,
  locked: 409,
  'write-failed': 500,
  'rollback-failed': 500,
  internal: 500,
  'connect-failed': 502,
  'server-unreachable': 502,
  'registry-server-unknown': 404,
  'registry-server-deleted': 409,
  'registry-no-index': 409,
  'registry-unreachable': 502,
  'sign-in-needed': 502,
  'sign-in-failed': 502,
  'call-failed': 502,
  'tool-failed': 502,
};

/** Converts any error to an API problem. Unknown errors become internal ones: their messages may contain anything. */
export function problemOf(error: unknown): { status: ContentfulStatusCode; problem: ApiProblem } {
  if (error instanceof HttpError) return { status: error.status, problem: masked(error.problem) };
  const known = error instanceof PlugboardError ? (error as PlugboardError) : unexpectedError(error);
  // Errors not in the table mean that the request cannot be carried out.
  const status = statuses[known.code] ?? 400;
  return { status, problem: masked({ code: known.code, message: known.message, ...locationOf(known) }) };
}

function unexpectedError(error: unknown): PlugboardError {
  return new PlugboardError('internal', { message: error instanceof Error ? error.message : String(error) });
}

function locationOf({ data }: PlugboardError): Pick<ApiProblem, 'file' | 'line' | 'column'> {
  const named = 'file' in data ? data.file : 'path' in data ? data.path : undefined;
  if (named !== undefined) return isAbsolute(named) ? { file: named } : {};
  const issues = 'diagnostics' in data ? data.diagnostics : 'references' in data ? data.references : [];
  const [first] = issues;
  if (!first) return {};
  const { file, range } = first;
  const { line, column } = range?.start ?? {};
  return {
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

function masked(problem: ApiProblem): ApiProblem {
  const { message, hint } = problem;
  return { ...problem, message: maskLine(message), ...(hint !== undefined && { hint: maskLine(hint) }) };
}
