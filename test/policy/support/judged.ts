import type { Server } from '../../../src/model/server.ts';
import { judge } from '../../../src/policy/judge.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { subjectOf } from '../../../src/policy/subject.ts';

export const env = { SHELL: '/bin/bash', HOST_NAME: 'mcp.example.com' };

export function policy(rules: Policy['rules'], require: Policy['require'] = {}): Policy {
  return { file: '/etc/plugboard/policy.json', rules, require };
}

export function isAllowed(policies: readonly Policy[], server: Server, name = 'x'): boolean {
  return judge(policies, subjectOf(name, server, { env })).isAllowed;
}

export const run = (command: string, ...args: string[]): Server => ({ command, args });
export const at = (url: string): Server => ({ url });
