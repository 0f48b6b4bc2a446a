import type { Environment } from '../../model/reference.ts';
import { expandVariables, describeMissing } from './expand-variables.ts';
import { secretsOfVariable } from './known-secrets.ts';
import type { ProblemList } from './problem-list.ts';

interface Filling {
  readonly env: Environment;
  readonly problems: ProblemList;
  /** Collects values to mask. */
  readonly secrets: string[];
  /** Keeps references to unset variables instead of reporting them. */
  readonly keepMissing?: boolean;
}

/**
 * Resolves the command, an argument, the directory or the URL. None can be left out: the server would be a different
 * one, or later arguments would shift.
 */
export function resolveText(field: string, written: unknown, fill: Filling): string | undefined {
  const { env, problems, secrets, keepMissing = false } = fill;
  if (written === undefined) {
    problems.block(field, 'it is missing');
    return undefined;
  }
  if (typeof written !== 'string') {
    problems.block(field, 'it is not a string');
    return undefined;
  }
  const { text, used, missing } = expandVariables(written, env);
  secrets.push(...used.flatMap(secretsOfVariable));
  if (missing.length > 0 && !keepMissing) problems.block(field, describeMissing(missing));
  if (text.includes('\0')) problems.block(field, 'it contains a null character');
  if (text.trim() === '' && !field.startsWith('args')) problems.block(field, 'it is empty');
  return text;
}
