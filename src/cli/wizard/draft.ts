import type { Client } from '../../clients/types.ts';
import type { Conflict } from '../../manage/add.ts';
import type { PastedServer } from '../../manage/paste/types.ts';
import type { Target } from '../../manage/target.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server, Transport } from '../../model/server.ts';
import type { Plan } from '../../store/plan.ts';

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

/** Everything that is known so far. Answers stay when a person goes back, to be offered again. */
export interface Draft {
  /** What the command line has said already, so nobody asks. */
  readonly known: ReadonlySet<Topic>;
  /** The fields that the command line sets. */
  readonly base: Server;
  readonly way?: 'paste' | 'steps';
  readonly text?: string;
  /** What is in the text. */
  readonly found?: readonly PastedServer[];
  /** Which of them are wanted; all when absent. */
  readonly picked?: readonly string[];
  readonly name?: string;
  readonly transport?: Transport;
  readonly commandLine?: readonly string[];
  /** The same as it was typed. */
  readonly typedCommand?: string;
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secrets?: 'reference' | 'plain';
  /** Where the command line wants it. */
  readonly targets?: readonly Target[];
  readonly clients?: readonly Client[];
  readonly allClients?: boolean;
  readonly scope?: Scope;
  /** Where a server of this name is already. */
  readonly taken?: readonly string[];
  readonly conflict?: Conflict;
  /** As it was shown. */
  readonly plan?: Plan;
}
