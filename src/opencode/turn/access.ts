import type { Rule } from '../upstream/types.ts';

export const accessLevels = ['read-only', 'edit', 'full', 'ask'] as const;
export type Access = (typeof accessLevels)[number];

const rules = (action: Rule['action'], ...permissions: string[]): Rule[] =>
  permissions.map((permission) => ({ permission, pattern: '*', action }));

/** What a session may do on its own, as rules of that session; they count more than the configured ones. */
export function accessRules(access: Access): Rule[] {
  switch (access) {
    case 'read-only':
      return rules('deny', 'edit', 'bash', 'task', 'external_directory');
    case 'edit':
      return [...rules('allow', 'edit'), ...rules('deny', 'bash', 'external_directory')];
    case 'full':
      return rules('allow', '*');
    case 'ask':
      return rules('ask', 'edit', 'bash', 'webfetch', 'external_directory');
  }
}
