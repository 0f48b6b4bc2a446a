import type { PathView } from './common.ts';

/** `GET /api/sets` */
export interface SetsAnswer {
  readonly directory: PathView;
  readonly exists: boolean;
  readonly sets: readonly SetView[];
  /** The clients that sets can start, the default first. */
  readonly launchers: readonly { readonly client: string; readonly clientName: string }[];
}

export interface SetView {
  readonly name: string;
  readonly display: string;
  readonly note?: string;
  readonly file: PathView;
  readonly servers: readonly { readonly name: string; readonly summary: string; readonly tokens?: number }[];
  /** Why it cannot be used. */
  readonly problem?: string;
  /** The file content, masked. */
  readonly text: string;
  /** Such as `plugboard run work -- `, by client ID. */
  readonly launchLines: Readonly<Record<string, string>>;
  /** The last one picked in this project. */
  readonly isPicked: boolean;
}
