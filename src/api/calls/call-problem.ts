import { maskLine } from '../../model/secrets/secret.ts';
import { AnswerError, ConnectionError } from '../../runtime/connect/errors.ts';
import type { ApiProblem } from '../contract/common.ts';
import { problemOf } from '../problem.ts';

const LAST_LINES = 5;

/** Why a call failed, worded for the page. */
export function callProblem(error: unknown): ApiProblem {
  if (error instanceof AnswerError)
    return {
      code: 'call-failed',
      message: maskLine(`The server returned an error: ${error.message} (${error.code})`),
    };
  if (!(error instanceof ConnectionError)) return problemOf(error).problem;
  const { kind, message, tip, stderr = [] } = error.failure;
  return {
    code: codes[kind] ?? 'connect-failed',
    message,
    ...(tip !== undefined && { hint: tip }),
    ...(stderr.length > 0 && { output: stderr.slice(-LAST_LINES) }),
  };
}

const codes: Readonly<Partial<Record<ConnectionError['failure']['kind'], string>>> = {
  timeout: 'server-unreachable',
  unreachable: 'server-unreachable',
  unauthorized: 'sign-in-needed',
  denied: 'approval-needed',
};
