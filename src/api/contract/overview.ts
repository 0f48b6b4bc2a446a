import type { IssueSummary, PathView } from './common.ts';
import type { HistoryView } from './history.ts';

/** `GET /api/overview` */
export interface Overview {
  readonly project: PathView;
  readonly version: string;
  readonly servers: number;
  /** By status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly clients: readonly { readonly id: string; readonly name: string; readonly servers: number }[];
  /** True while the catalog is empty and the servers found can be imported. */
  readonly isFirstRun: boolean;
  readonly inCatalog: number;
  readonly differing: number;
  readonly pendingApprovals: number;
  readonly tokens: {
    readonly total: number;
    readonly top: readonly { readonly name: string; readonly tokens: number }[];
  };
  readonly recent: readonly HistoryView[];
  /** Issues in config files, without notes. */
  readonly issues: IssueSummary;
}
