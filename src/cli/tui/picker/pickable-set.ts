/** A config set as the picker shows it. */
export interface PickableSet {
  readonly name: string;
  /** The name with the servers in it. */
  readonly display: string;
  /** The description in the set. */
  readonly note?: string;
  /** Why the set cannot be selected; absent if it can. */
  readonly error?: string;
  /** How to fix the error. */
  readonly fix?: string;
  readonly servers: readonly { readonly name: string; readonly transport: string; readonly runs: string }[];
  /** The text of the set, with masked secrets. */
  readonly preview: readonly string[];
  /** The context tokens of its tools, if known. */
  readonly tokens?: number;
}

/** How the picker ended. Names are in the order of the list. */
export type PickResult =
  | { readonly outcome: 'chosen'; readonly names: readonly string[] }
  /** The user wants to edit the set `at`; `names` are the sets selected so far. */
  | { readonly outcome: 'edit'; readonly at: string; readonly names: readonly string[] }
  | { readonly outcome: 'quit' }
  | { readonly outcome: 'interrupted' };

/** The state to restore after editing a set. */
export interface Resume {
  readonly selected: readonly string[];
  /** The set under the cursor. */
  readonly at: string;
  /** A message to show first. */
  readonly notice?: string;
}
