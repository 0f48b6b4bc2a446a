import { checkValue } from '../model/schema/check-value.ts';
import { pathIn } from '../model/schema/pointer-path.ts';
import { transports } from '../model/server.ts';
import type { Path, Value } from '../model/value.ts';
import { policySchema } from './policy-schema.ts';
import { type Policy, type Rule, ruleKeys } from './policy.ts';

/** A problem of a policy file at one path. */
export interface PolicyProblem {
  readonly path: Path;
  readonly message: string;
}

/** The policy in a parsed file, or all its problems. */
export function readPolicy(value: Value | undefined, file: string): Policy | readonly PolicyProblem[] {
  const root = value ?? null;
  const found = checkValue(root, policySchema).map(({ at, message }) => ({ path: pathIn(at, root), message }));
  if (found.length > 0) return found;
  const { rules = [], require = {} } = root as { rules?: Rule[]; require?: Policy['require'] };
  const problems = [...rules.flatMap(ruleProblems), ...repeatedIds(rules)];
  return problems.length > 0 ? problems : { file, rules, require };
}

/** What a schema cannot say. A rule without an effect is a mistake, and the mistake must not allow anything. */
function ruleProblems(rule: Rule, index: number): PolicyProblem[] {
  const { allow, deny } = rule;
  const path = ['rules', index];
  if ((allow === undefined) === (deny === undefined))
    return [{ path, message: 'A rule needs either "allow" or "deny".' }];
  const effect = allow ? 'allow' : 'deny';
  const patterns = allow ?? deny ?? {};
  const keys = ruleKeys.filter((key) => patterns[key] !== undefined);
  if (keys.length === 0)
    return [{ path: [...path, effect], message: `The rule names nothing: use one of ${ruleKeys.join(', ')}.` }];
  const unknown = (patterns.transport ?? []).filter((one) => !one.includes('*') && !isTransport(one));
  return unknown.map((one) => ({
    path: [...path, effect, 'transport'],
    message: `Unknown transport "${one}": use ${transports.join(', ')}.`,
  }));
}

function isTransport(text: string): boolean {
  return transports.some((one) => one === text);
}

function repeatedIds(rules: readonly Rule[]): PolicyProblem[] {
  return rules.flatMap(({ id }, index) =>
    rules.findIndex((one) => one.id === id) === index
      ? []
      : [{ path: ['rules', index, 'id'], message: `The id "${id}" is used twice.` }],
  );
}
