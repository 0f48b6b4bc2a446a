import type { PathView } from './common.ts';

/** `GET /api/profiles`: the named subsets of the catalogs here. */
export type ProfilesAnswer = readonly ProfileView[];

export interface ProfileView {
  readonly name: string;
  /** The catalog that defines it. */
  readonly scope: 'user' | 'project';
  readonly catalog: PathView;
  readonly isActive: boolean;
  readonly servers: readonly string[];
  /** Names that the catalog does not have. */
  readonly missing: readonly string[];
  /** What it costs each client. */
  readonly budgets: readonly BudgetView[];
}

export interface BudgetView {
  readonly clientName: string;
  readonly text: string;
  /** More tools than the client takes. */
  readonly isAboveLimit: boolean;
}
