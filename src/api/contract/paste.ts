import type { FindingView } from './common.ts';
import type { ServerDraft } from './values.ts';

/** `POST /api/paste` */
export interface PasteRequest {
  readonly text: string;
  /** The name of a file that was dropped, which tells the format. */
  readonly fileName?: string;
}

export interface PasteAnswer {
  /** What the text was taken for, in words: `a Codex configuration (TOML)`. */
  readonly kind: string;
  readonly servers: readonly (ServerDraft & {
    readonly named: boolean;
    readonly dialect?: string;
    readonly scope?: string;
    /** Whether the catalog or a file here already has one of that name. */
    readonly exists: boolean;
    readonly findings: readonly FindingView[];
  })[];
  readonly findings: readonly FindingView[];
}
