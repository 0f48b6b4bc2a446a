import type { Diagnostic } from './diagnostic.ts';
import { define } from './error-entry.ts';

/** What a policy says against a server. */
export interface PolicyRefusal {
  readonly name: string;
  /** Absolute path of the policy. */
  readonly file: string;
  readonly rule: string;
  readonly effect: 'denied' | 'allowed' | 'not-allowed' | 'unproven' | 'required';
  /** What the rule matched, or what is not proven. */
  readonly what?: string;
  /** The reason that the policy gives. */
  readonly why?: string;
}

/** Errors of policies. */
export const policyErrors = {
  'policy-denied': define(
    'A policy refuses the server, so it is neither written nor started. `data.rule` and `data.file` say which.',
    (data: PolicyRefusal) => `A policy does not allow "${data.name}": ${policyWords(data)}.`,
  ),
  'policy-tool-denied': define(
    'A policy refuses the tool, so it is not called. `data.rule` and `data.file` say which.',
    (data: { server: string; tool: string; file: string; rule: string; why?: string }) =>
      `A policy does not allow tool "${data.tool}" of server "${data.server}": rule "${data.rule}" in ${data.file}${reason(data.why)}.`,
  ),
  'policy-invalid': define(
    'A policy cannot be applied, so nothing is added or started. `data.diagnostics` has positions and reasons.',
    (data: { file: string; diagnostics: readonly Diagnostic[] }) =>
      `The policy ${data.file} is invalid, so nothing is added or started.`,
  ),
} as const;

/** What a rule says, without a full stop. */
export function policyWords({ rule, file, effect, what = '', why }: Omit<PolicyRefusal, 'name'>): string {
  const words = {
    denied: `rule "${rule}" in ${file} denies ${what}`,
    allowed: `rule "${rule}" in ${file} allows ${what}`,
    'not-allowed': `no allow rule in ${file} matches it (${rule})`,
    unproven: `${rule} in ${file} cannot accept it: unproven: ${what}`,
    required: `${rule} in ${file} is violated by ${what}`,
  };
  return `${words[effect]}${reason(why)}`;
}

function reason(why: string | undefined): string {
  return why === undefined ? '' : ` (${why})`;
}
