import * as z from 'zod';
import { isDeeperThan, MOST_DEPTH, TOO_DEEP_WORDS } from '../model/json/depth.ts';
import { CallFailure } from './failure.ts';
import { didYouMean } from './nearest.ts';
import { leastChars, mostChars, usualChars } from './page.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The validated arguments of a call. */
export interface CheckedArguments {
  readonly input: Arguments;
  readonly maxChars: number;
  /** Names of arguments that the caller passed with a value other than the default. */
  readonly given: ReadonlySet<string>;
}

/** The maximum size of a result, which every tool takes. */
export const maxChars = z
  .number()
  .int()
  .min(leastChars)
  .max(mostChars)
  .default(usualChars)
  .describe('Maximum size of the result.');

/** Checks arguments against a schema and `maxChars`. Throws `INVALID_INPUT` with suggestions. */
export function checkArguments(input: z.ZodObject, args: unknown): CheckedArguments {
  if (isDeeperThan(args, MOST_DEPTH))
    throw new CallFailure('INVALID_INPUT', `Invalid arguments: ${TOO_DEEP_WORDS}.`, ['Flatten them.']);
  // Every tool takes maxChars; tools/list shows it only where results are long.
  const schema = input.extend({ maxChars });
  const { data, error } = schema.strict().safeParse(args ?? {});
  if (error) throw invalidArguments(error, schema, args);
  const checked = data as Arguments;
  const given = Object.entries((args ?? {}) as Arguments)
    .filter(([name, value]) => !isDefault(schema, name, value))
    .map(([name]) => name);
  return { input: checked, maxChars: checked['maxChars'] as number, given: new Set(given) };
}

/** The result limit for an error about the arguments. */
export function boundIn(args: unknown): number {
  const value = (args as Arguments | undefined)?.['maxChars'];
  return typeof value === 'number' && value >= leastChars && value <= mostChars ? value : usualChars;
}

function isDefault({ shape }: z.ZodObject, name: string, value: unknown): boolean {
  if (value === undefined) return true;
  const usual = (shape[name] as z.ZodType).safeParse(undefined);
  return usual.success && JSON.stringify(usual.data) === JSON.stringify(value);
}

function invalidArguments(error: z.ZodError, { shape }: z.ZodObject, args: unknown): CallFailure {
  const problems = error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  const near = error.issues.flatMap((issue): string[] => {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
      return issue.keys.map((key) => didYouMean(key, Object.keys(shape), 'Arguments'));
    if (issue.code !== 'invalid_value') return [];
    const value = issue.path.reduce<unknown>((inner, key) => (inner as never)?.[key], args);
    return typeof value === 'string' ? [didYouMean(value, issue.values.map(String), 'Values')] : [];
  });
  return new CallFailure('INVALID_INPUT', `Invalid arguments: ${problems.join('; ')}.`, [
    ...near,
    'Correct them according to the input schema of the tool.',
  ]);
}
