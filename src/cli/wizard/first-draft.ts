import type { Conflict } from '../../manage/add.ts';
import type { Target } from '../../manage/plan/target.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import type { GlobalOptions } from '../program/global-options.ts';
import type { Draft, Topic } from './draft.ts';

/** The answers from the command line. */
export interface Given {
  readonly name?: string | undefined;
  readonly server: Server;
  readonly targets?: readonly Target[] | undefined;
  readonly scope?: Scope | undefined;
  readonly conflict?: Conflict | undefined;
  readonly secrets?: Draft['secrets'] | undefined;
}

/** The draft before the first question. */
export function firstDraft(given: Given, { yes, dryRun }: Pick<GlobalOptions, 'yes' | 'dryRun'>): Draft {
  const { name, server, targets, scope, conflict, secrets } = given;
  const isDescribed = ['transport', 'env', 'headers', 'cwd'].some((field) => server[field] !== undefined);
  const known: Readonly<Partial<Record<Topic, boolean>>> = {
    way: isDescribed,
    name: name !== undefined,
    transport: server.transport !== undefined,
    env: server.env !== undefined,
    headers: server.headers !== undefined,
    clients: targets !== undefined,
    scope: targets !== undefined || scope !== undefined,
    conflict: conflict !== undefined,
    secrets: secrets !== undefined,
    review: yes === true || dryRun === true,
  };
  return {
    known: new Set((Object.keys(known) as Topic[]).filter((topic) => known[topic])),
    base: server,
    ...(isDescribed ? { way: 'steps' } : {}),
    ...(name === undefined ? {} : { name }),
    ...(targets === undefined ? {} : { targets }),
    ...(scope === undefined ? {} : { scope }),
    ...(conflict === undefined ? {} : { conflict }),
    ...(secrets === undefined ? {} : { secrets }),
  };
}
