/** A set of servers as the picker shows it. */
export interface PickableSet {
  readonly name: string;
  /** The name with the servers in it. */
  readonly display: string;
  /** What the set says of itself. */
  readonly note?: string;
  /** Why it cannot be chosen; absent when it can. */
  readonly error?: string;
  /** What to do about that. */
  readonly fix?: string;
  readonly servers: readonly { readonly name: string; readonly transport: string; readonly runs: string }[];
  /** The set as text for people, secrets masked. */
  readonly preview: readonly string[];
  /** What its tools take of the context of an assistant, if known. */
  readonly tokens?: number;
}

/** How a person left the picker. Names are in the order of the list. */
export type PickResult =
  | { readonly outcome: 'chosen'; readonly names: readonly string[] }
  /** They want to edit the set `at`; the names are those selected so far. */
  | { readonly outcome: 'edit'; readonly at: string; readonly names: readonly string[] }
  | { readonly outcome: 'quit' }
  | { readonly outcome: 'interrupted' };

/** Where a person was before they left to edit a set. */
export interface Resume {
  readonly selected: readonly string[];
  /** The set under the cursor. */
  readonly at: string;
  /** Something to tell them first. */
  readonly notice?: string;
}
