import { requirements, ruleKeys } from './policy.ts';

const text = { type: 'string', minLength: 1 } as const;

const descriptions: Readonly<Record<(typeof ruleKeys)[number], string>> = {
  server: 'Names of servers.',
  command: 'Programs. Without a slash, a denied name matches the program in every directory.',
  package: 'Packages as kind:name, such as npm:@acme/* or oci:ghcr.io/acme/*.',
  registry: 'Names in the MCP registry, such as io.github.acme/*.',
  url: 'Hosts, or addresses such as https://*.example.com/*.',
  transport: 'stdio, http or sse.',
  tool: 'Tools as server:tool, such as *:delete_*.',
};

const patterns = {
  type: 'object',
  properties: Object.fromEntries(
    ruleKeys.map((key) => [key, { type: 'array', items: text, description: descriptions[key] }]),
  ),
  additionalProperties: false,
};

const required: Readonly<Record<(typeof requirements)[number], string>> = {
  pinned: 'Packages need an exact version.',
  lock: 'Servers that are started must be in plugboard.lock as they are.',
  noPlainSecrets: 'Secrets must be references.',
  noCommandValues: 'Values must not come from commands (!command).',
};

/** The schema of policy files. Closed, because a misspelled rule must not be ignored. */
export const policySchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'policy.json',
  description: 'Which servers may be added and started, and which of their tools may be used.',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    rules: {
      type: 'array',
      description: 'Every rule that matches counts. Deny beats allow. Without an allow rule everything is allowed.',
      items: {
        type: 'object',
        properties: {
          id: { ...text, description: 'Named when the rule refuses something.' },
          allow: { ...patterns, description: 'What is allowed (glob). One match is enough.' },
          deny: { ...patterns, description: 'What is refused (glob). One match is enough.' },
          why: { ...text, description: 'Shown when the rule refuses something.' },
        },
        required: ['id'],
        additionalProperties: false,
      },
    },
    require: {
      type: 'object',
      description: 'What every server must meet.',
      properties: Object.fromEntries(
        requirements.map((name) => [name, { type: 'boolean', description: required[name] }]),
      ),
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
