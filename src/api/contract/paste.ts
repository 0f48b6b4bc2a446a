import type { IssueView } from './common.ts';
import type { ServerDraft } from './values.ts';

/** `POST /api/paste` */
export interface PasteRequest {
  readonly text: string;
  /** The name of a dropped file, which determines the format. */
  readonly fileName?: string;
}

export interface PasteAnswer {
  /** The detected format, such as `a Codex configuration (TOML)`. */
  readonly kind: string;
  readonly servers: readonly (ServerDraft & {
    readonly named: boolean;
    readonly dialect?: string;
    readonly scope?: string;
    /** Whether the catalog or a file already has a server of that name. */
    readonly exists: boolean;
    readonly issues: readonly IssueView[];
  })[];
  readonly issues: readonly IssueView[];
}
