import { matchesGlob } from '../model/glob.ts';
import { programName } from '../model/shell/program-name.ts';
import { matchesUrl, namesHost } from './match-url.ts';
import { samePackage } from './package-id.ts';
import { mayBecome } from './pieces.ts';
import { type Policy, type Requirement, requirements, type Rule, type RuleKey, ruleKeys } from './policy.ts';
import type { Need } from './proof.ts';
import type { Subject } from './subject.ts';

/** What one rule says about a server. */
export interface PolicyReason {
  /** Absolute path of the policy. */
  readonly file: string;
  /** The id of the rule, the ids of all allow rules if none matches, or a requirement such as `require.pinned`. */
  readonly rule: string;
  /** `unproven`: what it starts cannot be proven, so that no allow rule and no such requirement can accept it. */
  readonly effect: 'denied' | 'allowed' | 'not-allowed' | 'unproven' | 'required';
  /** What matched, such as `command bash`; for a requirement, what violates it; what is not proven. */
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

function reasonsOf(policy: Policy, subject: Subject): PolicyReason[] {
  const { file, rules } = policy;
  const denied = rules.flatMap((rule) => found(rule, 'deny', subject, file));
  const allowing = rules.filter(({ allow }) => allow && ruleKeys.some((key) => key !== 'tool' && allow[key]));
  const allowed = allowing.flatMap((rule) => found(rule, 'allow', subject, file));
  const refused = refusedBy(policy, allowing, allowed, subject);
  return [...denied, ...refused, ...required(policy, allowing, subject), ...(refused.length > 0 ? [] : allowed)];
}

/** Allowing needs a proof: a rule can only accept what is known to start. */
function refusedBy(
  policy: Policy,
  allowing: readonly Rule[],
  allowed: readonly PolicyReason[],
  subject: Subject,
): PolicyReason[] {
  if (allowing.length === 0) return [];
  const rule = allowing.map(({ id }) => id).join(', ');
  const what = subject.proof.unproven ?? openNeed(subject.proof.needs, policy, allowing, subject);
  if (what !== undefined) return [{ file: policy.file, rule, effect: 'unproven', what, ...reasonOf(allowing) }];
  return allowed.length > 0 ? [] : [{ file: policy.file, rule, effect: 'not-allowed', ...reasonOf(allowing) }];
}

/** The first fact that no allow rule of the policy vouches for. */
function openNeed(
  needs: readonly Need[],
  { file }: Policy,
  allowing: readonly Rule[],
  { project }: Subject,
): string | undefined {
  const isOwn = isOfProject(file, project);
  return needs.find(({ key, value, isOfProject: isOfIt }) => {
    const patterns = allowing.flatMap(({ allow }) => allow?.[key] ?? []);
    if (!isOfIt) return !patterns.some((pattern) => matches(key, pattern, value, 'allow'));
    return isOwn || !patterns.includes(value);
  })?.what;
}

function isOfProject(file: string, project: readonly string[]): boolean {
  return project.some((directory) => file.startsWith(`${directory}/`));
}

function required(policy: Policy, allowing: readonly Rule[], subject: Subject): PolicyReason[] {
  const { file, require } = policy;
  const { proof, project } = subject;
  // The team that writes the policy of a project writes its files too. Addresses fetch no package.
  const needs = proof.needs.filter(
    ({ key, isOfProject: isOfIt, isOnlyToAllow }) =>
      key === 'command' && !isOnlyToAllow && !(isOfIt && isOfProject(file, project)),
  );
  const open = proof.unproven ?? openNeed(needs, policy, allowing, subject);
  // A lock has the whole command line, so it vouches for every program that a project cannot change.
  const openInLock =
    proof.unproven ??
    openNeed(
      needs.filter(({ isOfProject: isOfIt }) => isOfIt),
      policy,
      allowing,
      subject,
    );
  return requirements.flatMap((name): PolicyReason[] => {
    if (!require[name]) return [];
    const rule = `require.${name}`;
    const what = violations[name](subject);
    if (what !== undefined) return [{ file, rule, effect: 'required', what }];
    const still = name === 'lock' ? openInLock : name === 'pinned' ? open : undefined;
    return still === undefined ? [] : [{ file, rule, effect: 'unproven', what: still }];
  });
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
  const isMatch = (value: string): boolean => patterns.some((pattern) => matches(key, pattern, value, effect));
  if (effect === 'deny') return refusable[key](subject).find(isMatch) ?? looselyNamed(key, patterns, subject);
  const values = allowable[key](subject);
  return values.length > 0 && values.every(isMatch) ? values.join(', ') : undefined;
}

/** What could be denied, if a word means what it may mean. A rule that denies all is not about such words. */
function looselyNamed(key: RuleKey, patterns: readonly string[], subject: Subject): string | undefined {
  if (key === 'url') return subject.hosts.find((word) => patterns.some((pattern) => namesHost(pattern, word)));
  if (key !== 'package') return undefined;
  const precise = patterns.filter((pattern) => /[\w]/.test(pattern.replace(/^\w+:/, '')));
  return subject.namedPackages.find((id) => precise.some((pattern) => matches('package', pattern, id, 'deny')));
}

type Values = Readonly<Record<Exclude<RuleKey, 'tool'>, (subject: Subject) => readonly string[]>>;

const refusable: Values = {
  server: ({ name }) => [name],
  command: ({ possiblePrograms }) => possiblePrograms,
  package: ({ possiblePackages }) => possiblePackages,
  registry: ({ registry }) => (registry === undefined ? [] : [registry]),
  url: ({ addresses }) => addresses,
  transport: ({ transport }) => [transport],
};

/** Only what is proven: a claim allows nothing. */
const allowable: Values = {
  server: ({ name }) => [name],
  command: ({ proof }) => proof.programs,
  package: ({ proof }) => proof.packages.map(({ id }) => id),
  registry: ({ registry, isRegistryConfirmed }) => (registry !== undefined && isRegistryConfirmed ? [registry] : []),
  url: ({ urls }) => urls,
  transport: ({ transport }) => [transport],
};

/** Denying ignores case, as file systems and hosts may. */
function matches(key: RuleKey, pattern: string, value: string, effect: 'allow' | 'deny'): boolean {
  if (key === 'url') return matchesUrl(pattern, value, effect);
  if (key === 'command' && effect === 'allow' && DETOUR.test(value.replace(/^\.[/\\]+/, '')))
    return pattern === value || (isBare(pattern) && matchesGlob(pattern, value));
  const [wanted, text] = effect === 'allow' ? [pattern, value] : [pattern.toLowerCase(), value.toLowerCase()];
  if (matchesGlob(wanted, text)) return true;
  if (key === 'package') return samePackage(wanted, text);
  if (effect === 'allow' || key !== 'command' || !isBare(wanted)) return false;
  const name = programName(wanted);
  return matchesGlob(name, programName(text)) || (!name.includes('*') && mayBecome(text, name));
}

/** A pattern for a directory says nothing about what is above it. */
const DETOUR = /(?:^|[/\\])\.{1,2}(?:[/\\]|$)/;

function isBare(pattern: string): boolean {
  return !/[/\\]/.test(pattern);
}
