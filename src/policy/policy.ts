/** What a rule can match. */
export const ruleKeys = ['server', 'command', 'package', 'registry', 'url', 'transport', 'tool'] as const;
export type RuleKey = (typeof ruleKeys)[number];

/** Glob patterns by what they match; one match is enough. */
export type Patterns = Readonly<Partial<Record<RuleKey, readonly string[]>>>;

/** A rule of a policy. It has either `allow` or `deny`. */
export interface Rule {
  readonly id: string;
  readonly allow?: Patterns;
  readonly deny?: Patterns;
  /** Shown to a person whose server is refused. */
  readonly why?: string;
}

export const requirements = ['pinned', 'lock', 'noPlainSecrets', 'noCommandValues'] as const;
export type Requirement = (typeof requirements)[number];

export interface Policy {
  /** Absolute path. */
  readonly file: string;
  readonly rules: readonly Rule[];
  readonly require: Readonly<Partial<Record<Requirement, boolean>>>;
}
