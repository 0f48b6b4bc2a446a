import type { Environment } from '../../model/reference.ts';
import { expandVariables, missingInWords } from './expand-variables.ts';
import { secretsOfVariable } from './known-secrets.ts';
import type { ProblemList } from './problem-list.ts';

interface Filling {
  readonly env: Environment;
  readonly problems: ProblemList;
  /** What must not be shown is added here. */
  readonly secrets: string[];
  /** Leaves a reference to a variable that is not set, instead of taking it for a mistake. */
  readonly keepMissing?: boolean;
}

/**
 * The command, an argument, the directory or the address, with variables in place. None of them can be left out: the
 * server would be another one, or the arguments behind it would move up.
 */
export function resolveText(field: string, written: unknown, fill: Filling): string | undefined {
  const { env, problems, secrets, keepMissing = false } = fill;
  if (written === undefined) {
    problems.block(field, 'it is not given');
    return undefined;
  }
  if (typeof written !== 'string') {
    problems.block(field, 'it is not a text');
    return undefined;
  }
  const { text, used, missing } = expandVariables(written, env);
  secrets.push(...used.flatMap(secretsOfVariable));
  if (missing.length > 0 && !keepMissing) problems.block(field, missingInWords(missing));
  if (text.includes('\0')) problems.block(field, 'it holds a character that no program can be given');
  if (text.trim() === '' && !field.startsWith('args')) problems.block(field, 'it is empty');
  return text;
}
