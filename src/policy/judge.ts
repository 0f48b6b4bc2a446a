import { matchesGlob } from '../model/glob.ts';
import { hasVariable } from '../model/reference.ts';
import { programName } from '../model/shell/program-name.ts';
import { matchesUrl } from './match-url.ts';
import { samePackage } from './package-id.ts';
import { type Policy, type Requirement, requirements, type Rule, type RuleKey, ruleKeys } from './policy.ts';
import type { Subject } from './subject.ts';

/** What one rule says about a server. */
export interface PolicyReason {
  /** Absolute path of the policy. */
  readonly file: string;
  /** The id of the rule, the ids of all allow rules if none matches, or a requirement such as `require.pinned`. */
  readonly rule: string;
  readonly effect: 'denied' | 'allowed' | 'not-allowed' | 'required';
  /** What matched, such as `command bash`; for a requirement, what violates it. */
  readonly what?: string;
  /** The reason that the policy gives. */
  readonly why?: string;
}

export interface Verdict {
  readonly isAllowed: boolean;
  /** The reasons that refuse it, then those that allow it. */
  readonly reasons: readonly PolicyReason[];
}

/** Judges a server by all policies. Each of them must allow it, so a further policy can only narrow. */
export function judge(policies: readonly Policy[], subject: Subject): Verdict {
  const reasons = policies.flatMap((policy) => reasonsOf(policy, subject));
  const refusals = reasons.filter(({ effect }) => effect !== 'allowed');
  return {
    isAllowed: refusals.length === 0,
    reasons: [...refusals, ...reasons.filter(({ effect }) => effect === 'allowed')],
  };
}

function reasonsOf({ file, rules, require }: Policy, subject: Subject): PolicyReason[] {
  const denied = rules.flatMap((rule) => found(rule, 'deny', subject, file));
  const allowing = rules.filter(({ allow }) => allow && ruleKeys.some((key) => key !== 'tool' && allow[key]));
  const allowed = allowing.flatMap((rule) => found(rule, 'allow', subject, file));
  const isMissing = allowing.length > 0 && allowed.length === 0;
  const missing: PolicyReason[] = isMissing
    ? [{ file, rule: allowing.map(({ id }) => id).join(', '), effect: 'not-allowed', ...reasonOf(allowing) }]
    : [];
  const violated = requirements.flatMap((name): PolicyReason[] => {
    const what = require[name] ? violations[name](subject) : undefined;
    return what === undefined ? [] : [{ file, rule: `require.${name}`, effect: 'required', what }];
  });
  return [...denied, ...missing, ...violated, ...allowed];
}

const violations: Readonly<Record<Requirement, (subject: Subject) => string | undefined>> = {
  pinned: ({ unpinned }) => unpinned,
  lock: ({ unlocked }) => unlocked,
  noPlainSecrets: ({ plainSecret }) => plainSecret,
  noCommandValues: ({ commandValue }) => commandValue,
};

function reasonOf(rules: readonly Rule[]): Pick<PolicyReason, 'why'> {
  const why = rules.flatMap((rule) => rule.why ?? []).join('; ');
  return why === '' ? {} : { why };
}

function found(rule: Rule, effect: 'allow' | 'deny', subject: Subject, file: string): PolicyReason[] {
  const patterns = rule[effect];
  if (!patterns) return [];
  for (const key of ruleKeys) {
    const matched = key === 'tool' ? undefined : matchOf(key, patterns[key] ?? [], effect, subject);
    if (matched !== undefined)
      return [
        {
          file,
          rule: rule.id,
          effect: effect === 'deny' ? 'denied' : 'allowed',
          what: `${key} ${matched}`,
          ...reasonOf([rule]),
        },
      ];
  }
  return [];
}

/** The value that a pattern matches. To deny, any value is enough; to allow, all of them must match. */
function matchOf(
  key: Exclude<RuleKey, 'tool'>,
  patterns: readonly string[],
  effect: 'allow' | 'deny',
  subject: Subject,
): string | undefined {
  const values = effect === 'deny' ? refusable[key](subject) : allowable[key](subject);
  const isMatch = (value: string): boolean => patterns.some((pattern) => matches(key, pattern, value, effect));
  if (effect === 'deny') return values.find(isMatch);
  // A variable that is not set yet can become anything.
  return values.length > 0 && values.every((value) => isMatch(value) && !hasVariable(value))
    ? values.join(', ')
    : undefined;
}

type Values = Readonly<Record<Exclude<RuleKey, 'tool'>, (subject: Subject) => readonly string[]>>;

const refusable: Values = {
  server: ({ name }) => [name],
  command: ({ possiblePrograms }) => possiblePrograms,
  package: ({ packages, possiblePackages }) => [...packages.map(({ id }) => id), ...possiblePackages],
  registry: ({ registry }) => (registry === undefined ? [] : [registry]),
  url: ({ addresses }) => addresses,
  transport: ({ transport }) => [transport],
};

/** Only what the definition proves: a claim, or a package from an unusual place, allows nothing. */
const allowable: Values = {
  server: ({ name }) => [name],
  command: ({ programs }) => programs,
  package: ({ packages, override }) =>
    override === undefined && packages.every(({ isCertain }) => isCertain) ? packages.map(({ id }) => id) : [],
  registry: ({ registry, isRegistryConfirmed }) => (registry !== undefined && isRegistryConfirmed ? [registry] : []),
  url: ({ url }) => (url === undefined ? [] : [url]),
  transport: ({ transport }) => [transport],
};

/** Denying ignores case, as file systems and hosts may. */
function matches(key: RuleKey, pattern: string, value: string, effect: 'allow' | 'deny'): boolean {
  if (key === 'url') return matchesUrl(pattern, value, effect);
  const [wanted, text] = effect === 'allow' ? [pattern, value] : [pattern.toLowerCase(), value.toLowerCase()];
  if (matchesGlob(wanted, text)) return true;
  if (key === 'package') return samePackage(wanted, text);
  return (
    effect === 'deny' && key === 'command' && isBare(wanted) && matchesGlob(programName(wanted), programName(text))
  );
}

function isBare(pattern: string): boolean {
  return !/[/\\]/.test(pattern);
}
