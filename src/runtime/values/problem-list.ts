import type { ValueProblem } from '../types.ts';

/** Collects what is wrong with the values of one server. */
export class ProblemList {
  readonly all: ValueProblem[] = [];
  readonly #server: string;
  readonly #strict: boolean;

  constructor(server: string, strict: boolean) {
    this.#server = server;
    this.#strict = strict;
  }

  /** The server can still be used, unless nothing may be missing. */
  add(field: string, reason: string): void {
    const problem = { server: this.#server, field, reason };
    this.all.push(this.#strict ? { ...problem, blocks: true } : problem);
  }

  /** Without this the server would be another one. */
  block(field: string, reason: string): void {
    this.all.push({ server: this.#server, field, reason, blocks: true });
  }

  get blocking(): boolean {
    return this.all.some(({ blocks }) => blocks);
  }
}
