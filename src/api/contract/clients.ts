import type { Scope } from '../../model/scope.ts';
import type { IssueView, PathView } from './common.ts';

/** `GET /api/clients` */
export type ClientsAnswer = readonly ClientView[];

export interface ClientView {
  readonly id: string;
  readonly name: string;
  readonly docs: string;
  /** Its program or its files were found on this machine. */
  readonly isHere: boolean;
  readonly program?: string;
  readonly files: readonly ClientFileView[];
  readonly servers: number;
  readonly transports: readonly string[];
  /** Its reference syntax, such as `${NAME}`; absent if it expands nothing. */
  readonly references?: string;
  readonly unknownKeys: 'kept' | 'rejected';
  /** How a server is disabled in it. */
  readonly switch: 'own-key' | 'list' | 'none';
  /** Whether single tools can be disabled in its file. */
  readonly toolFilter: boolean;
  readonly trust?: string;
  readonly verified: { readonly on: string; readonly by: string; readonly version?: string };
  readonly canLaunchSets: boolean;
}

export interface ClientFileView {
  readonly scope: Scope;
  readonly variant?: string;
  readonly file: PathView;
  readonly exists: boolean;
  readonly format: string;
  readonly servers: number;
  readonly note?: string;
  readonly issues: readonly IssueView[];
  /** Whether servers can be written there. */
  readonly writable: boolean;
}
