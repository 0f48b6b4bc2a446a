import type { ValueProblem } from '../types.ts';

/** Collects problems with the values of one server. */
export class ProblemList {
  readonly all: ValueProblem[] = [];
  readonly #server: string;
  readonly #strict: boolean;

  constructor(server: string, strict: boolean) {
    this.#server = server;
    this.#strict = strict;
  }

  /** Does not block the server, unless `strict`. */
  add(field: string, reason: string): void {
    const problem = { server: this.#server, field, reason };
    this.all.push(this.#strict ? { ...problem, blocks: true } : problem);
  }

  /** Blocks the server: without this value it would be a different one. */
  block(field: string, reason: string): void {
    this.all.push({ server: this.#server, field, reason, blocks: true });
  }

  get blocking(): boolean {
    return this.all.some(({ blocks }) => blocks);
  }
}
