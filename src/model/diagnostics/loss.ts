import { type LossCode, type LossReasonArgs, lossReasons } from './loss-reasons.ts';

/**
 * A field that a translation could not keep as is: written in another form (`mapped`), replaced by another mechanism
 * (`emulated`), or left out (`dropped`).
 */
export interface Loss extends LossReason {
  readonly field: string;
  readonly client: string;
  readonly action: 'mapped' | 'emulated' | 'dropped';
  /** The client could not use the server as intended, so the whole server is not written. */
  readonly refused?: true;
}

export interface LossReason {
  readonly reason: LossCode;
  /** The reason as text. */
  readonly why: string;
}

export function because<C extends LossCode>(reason: C, ...args: LossReasonArgs<C>): LossReason {
  // The types pair each code with its own arguments, which TypeScript cannot follow through the lookup.
  return { reason, why: (lossReasons[reason] as (...given: unknown[]) => string)(...args) };
}

const actionWords = { dropped: 'dropped', mapped: 'approximated', emulated: 'approximated' } as const;

/** The reason, and whether it keeps the server from being written. */
export function reasonInWords({ why, refused }: Pick<Loss, 'why' | 'refused'>): string {
  return refused ? `${why}; the server is not written` : why;
}

/** One loss as a line: `codex: feed.transport dropped: …`. */
export function lossInWords({ server, client, field, action, ...reason }: Loss & { readonly server: string }): string {
  return `${client}: ${server}.${field} ${actionWords[action]}: ${reasonInWords(reason)}`;
}

/** Why a server is not written: the loss that decided it, else the last one. */
export function refusalIn(losses: readonly Loss[]): Loss | undefined {
  return losses.find(({ refused }) => refused) ?? losses.at(-1);
}
