import type { Command } from 'commander';
import { clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import type { Target } from '../manage/target.ts';
import { type Scope, writableScopes } from '../model/scope.ts';
import { chooseClient } from './choose-client.ts';

/** The option that names where a command works: `claude-code,codex:project`. */
export interface TargetOptions {
  readonly scope?: Scope;
}

export const targetWords = 'client or client:scope, several with commas';
export const scopeWords = `whose file: ${writableScopes.join(', ')}`;

/** What a person means by `--to`, `--from` or `--in`; our own catalog when they do not say. */
export function chooseTargets(text: string | undefined, { scope }: TargetOptions, command: Command): Target[] {
  checkScope(scope, command);
  if (text === undefined) return [targetOf(clients.canonical, scope, command)];
  const words = text.split(',').map((word) => word.trim());
  const targets = words
    .filter((word) => word !== '')
    .map((word) => {
      const [id = '', own] = word.split(':') as [string, Scope?];
      checkScope(own, command);
      return targetOf(chooseClient(id, command), own ?? scope, command);
    });
  if (targets.length === 0) command.error(`error: name at least one client; plugboard clients lists them`);
  return targets;
}

export function checkScope(scope: Scope | undefined, command: Command): void {
  if (scope !== undefined && !writableScopes.includes(scope))
    command.error(`error: unknown scope '${scope}', use one of ${writableScopes.join(', ')}`);
}

/** Without a scope it is the person's own file, where there is one. */
function targetOf(client: Client, wanted: Scope | undefined, command: Command): Target {
  const own = client.locations.filter(({ variant, unread }) => variant === undefined && !unread);
  const has = [...new Set(own.map(({ scope }) => scope))];
  const scope = wanted ?? (has.includes('user') ? 'user' : has[0]);
  if (scope === undefined || !has.includes(scope))
    return command.error(`error: ${client.id} has no ${scope ?? 'user'} scope, only ${has.join(', ')}`);
  return { client, scope };
}
