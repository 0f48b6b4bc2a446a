import { LOCAL } from '../auth/principal.ts';
import { counter } from './prometheus-text.ts';

/** Further principals are counted together, because each one is a time series. */
const MAX_PRINCIPALS = 500;
const OTHERS = 'others';

/** Counts calls by principal and outcome. */
export class PrincipalCalls {
  readonly #calls = new Map<string, Map<string, number>>();

  add(principal: string = LOCAL.id, outcome: string): void {
    const name = this.#calls.has(principal) || this.#calls.size < MAX_PRINCIPALS ? principal : OTHERS;
    let outcomes = this.#calls.get(name);
    if (!outcomes) this.#calls.set(name, (outcomes = new Map()));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  text(): string {
    const samples = [...this.#calls].flatMap(([principal, outcomes]) =>
      [...outcomes].map(([outcome, value]) => ({ labels: { principal, outcome }, value })),
    );
    return counter('plugboard_principal_calls_total', 'Finished calls by principal.', samples);
  }
}
