import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Loss } from '../../model/diagnostics/loss.ts';
import type { Server } from '../../model/server.ts';
import type { NewGrant } from '../../store/vault/grants.ts';
import type { FileChange, NamedServer, ProjectCopy, WithheldSecrets } from '../../store/write/plan.ts';

/** What a plan consists of besides the files. */
export interface DraftRecords {
  readonly links: Map<string, FileChange>;
  readonly losses: (Loss & { server: string })[];
  /** Several steps of a plan may report the same loss. */
  readonly lossKeys: Set<string>;
  readonly unwritten: { server: string; client: string }[];
  readonly diagnostics: Diagnostic[];
  readonly reported: Set<string>;
  readonly handled: Set<string>;
  readonly servers: Set<string>;
  readonly emptied: Set<string>;
  readonly copies: ProjectCopy[];
  restored: NamedServer[] | undefined;
  readonly grants: NewGrant[];
  readonly brought: Set<string>;
  readonly withheld: WithheldSecrets[];
  readonly outside: Server[];
}

export function newRecords(): DraftRecords {
  return {
    links: new Map(),
    losses: [],
    lossKeys: new Set(),
    unwritten: [],
    diagnostics: [],
    reported: new Set(),
    handled: new Set(),
    servers: new Set(),
    emptied: new Set(),
    copies: [],
    restored: undefined,
    grants: [],
    brought: new Set(),
    withheld: [],
    outside: [],
  };
}
