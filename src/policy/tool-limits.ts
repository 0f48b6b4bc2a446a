import { matchesGlob } from '../model/glob.ts';
import type { ToolLimit } from '../model/server.ts';
import type { Policy, Rule } from './policy.ts';

/** What policies leave of the tools of a server: one limit per deny rule, and one for all allow rules of a policy. */
export function toolLimits(policies: readonly Policy[], server: string): ToolLimit[] {
  return policies.flatMap(({ file, rules }) => {
    const denying = rules.flatMap((rule): ToolLimit[] => {
      const deny = toolsFor(rule.deny?.tool ?? [], server, true);
      return deny.length === 0 ? [] : [{ deny, file, rule: rule.id, ...reasonOf(rule) }];
    });
    const allowing = rules.filter(({ allow }) => allow?.tool);
    if (allowing.length === 0) return denying;
    const allow = allowing.flatMap((rule) => toolsFor(rule.allow?.tool ?? [], server, false));
    return [...denying, { allow, file, rule: allowing.map(({ id }) => id).join(', ') }];
  });
}

function reasonOf({ why }: Rule): Pick<ToolLimit, 'why'> {
  return why === undefined ? {} : { why };
}

/**
 * The patterns for tools of this server. A pattern without a colon is for the tools of all servers. Names may have colons
 * themselves, so that one which denies is read in every way.
 */
function toolsFor(patterns: readonly string[], server: string, isDenied: boolean): string[] {
  const cased = (text: string): string => (isDenied ? text.toLowerCase() : text);
  return patterns.flatMap((pattern) => {
    const colons = [...pattern.matchAll(/:/g)].map(({ index }) => index);
    const inTools = colons
      .filter((at) => matchesGlob(cased(pattern.slice(0, at)), cased(server)))
      .map((at) => pattern.slice(at + 1));
    if (colons.length === 0) return [pattern];
    return isDenied ? inTools : inTools.slice(0, 1);
  });
}
