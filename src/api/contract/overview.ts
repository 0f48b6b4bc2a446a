import type { PathView, Severity } from './common.ts';

/** `GET /api/overview`: what the frame of every page shows, from the files alone. */
export interface Overview {
  readonly project: PathView;
  readonly version: string;
  readonly servers: number;
  /** Clients that have servers. */
  readonly clients: readonly { readonly id: string; readonly name: string; readonly servers: number }[];
  /** True while the catalog is empty and the servers found can be imported. */
  readonly isFirstRun: boolean;
  readonly inCatalog: number;
  /** The profiles of the catalogs here, and the names of those in use. */
  readonly profiles: { readonly count: number; readonly active: readonly string[] };
}

/** `GET /api/overview/checks`: figures that take longer, computed from the same data as the pages they belong to. */
export interface Checks {
  /** Servers with an entry that is out of sync. */
  readonly outOfSync: number;
  /** Issues of the doctor by severity. */
  readonly issues: Readonly<Record<Severity, number>>;
}
