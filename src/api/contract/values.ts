import type { Value } from '../../model/value.ts';

/**
 * A server as it is sent to the page: canonical, with every secret replaced by a mark `⟪kept:<path>⟫`, such as
 * `⟪kept:env.TOKEN⟫` or `⟪kept:args.2⟫`. A mark that comes back unchanged in the same or another field stands for the
 * value it replaced, so nothing that was not touched is lost and nothing is sent that nobody asked for.
 */
export type ShownServer = Readonly<Record<string, Value>>;

/** A definition that can be edited. */
export interface ServerDraft {
  readonly name: string;
  readonly server: ShownServer;
  /** Says where marks are to be looked up; sent back along with the server. */
  readonly source: string;
  /** What stands behind each mark, by its path. */
  readonly masks: Readonly<Record<string, MaskView>>;
  /** References in the values, by name: whether they are set where Plugboard runs. */
  readonly variables: readonly VariableView[];
}

export interface MaskView {
  /** What to show in its place; of a secret it tells neither the length nor how it begins. */
  readonly masked: string;
}

export interface VariableView {
  readonly name: string;
  readonly isSet: boolean;
  readonly fallback?: string;
}

/** `POST /api/reveal`: one value behind one mark, because a person asked for it. */
export interface RevealRequest {
  readonly source: string;
  readonly path: string;
}

export interface RevealAnswer {
  readonly value: string;
}

/** `POST /api/variables`: which of these names are set. Values are never sent. */
export interface VariablesRequest {
  readonly names: readonly string[];
}

export type VariablesAnswer = readonly VariableView[];
