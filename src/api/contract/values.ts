import type { Value } from '../../model/value.ts';

/**
 * A server as sent to the page: canonical, with every secret replaced by a placeholder `⟪kept:<path>⟫`, such as
 * `⟪kept:env.TOKEN⟫` or `⟪kept:args.2⟫`. A placeholder that comes back unchanged, in the same or another field, is
 * replaced by its value. So untouched values are not lost, and secrets are not sent unless requested.
 */
export type ShownServer = Readonly<Record<string, Value>>;

/** An editable definition. */
export interface ServerDraft {
  readonly name: string;
  readonly server: ShownServer;
  /** Identifies the stored values of the placeholders; sent back with the server. */
  readonly source: string;
  /** The value behind each placeholder, by path. */
  readonly masks: Readonly<Record<string, MaskView>>;
  /** References in the values, by name: whether they are set in Plugboard's environment. */
  readonly variables: readonly VariableView[];
}

export interface MaskView {
  /** The text to show instead; reveals neither the length nor the beginning of a secret. */
  readonly masked: string;
}

export interface VariableView {
  readonly name: string;
  readonly isSet: boolean;
  readonly fallback?: string;
}

/** `POST /api/reveal`: the value behind one placeholder, on request of the user. */
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
