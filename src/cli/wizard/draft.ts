import type { Client } from '../../clients/types.ts';
import type { Conflict } from '../../manage/add.ts';
import type { PastedServer } from '../../manage/paste/types.ts';
import type { Target } from '../../manage/plan/target.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server, Transport } from '../../model/server.ts';
import type { Brought, Plan } from '../../store/write/plan.ts';

export type Topic =
  | 'way'
  | 'paste'
  | 'pick'
  | 'name'
  | 'transport'
  | 'command'
  | 'url'
  | 'env'
  | 'headers'
  | 'secrets'
  | 'clients'
  | 'scope'
  | 'conflict'
  | 'review';

/** All answers so far. Going back keeps them, so that they are the new defaults. */
export interface Draft {
  /** Topics that the command line already answers, so they are not asked. */
  readonly known: ReadonlySet<Topic>;
  /** The fields that the command line sets. */
  readonly base: Server;
  readonly way?: 'paste' | 'steps';
  readonly text?: string;
  /** The servers in the text. */
  readonly found?: readonly PastedServer[];
  /** What came from someone else with the text. */
  readonly brought?: Brought | undefined;
  /** The selected servers; all if absent. */
  readonly picked?: readonly string[];
  readonly name?: string;
  readonly transport?: Transport;
  readonly commandLine?: readonly string[];
  /** The command line as typed. */
  readonly typedCommand?: string;
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secrets?: 'vault' | 'reference' | 'plain';
  /** Targets from the command line. */
  readonly targets?: readonly Target[];
  readonly clients?: readonly Client[];
  readonly allClients?: boolean;
  readonly scope?: Scope;
  /** Targets that already have a server with this name. */
  readonly taken?: readonly string[];
  readonly conflict?: Conflict;
  /** The plan as shown. */
  readonly plan?: Plan;
}
