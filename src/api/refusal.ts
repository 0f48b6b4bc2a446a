import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiProblem } from './contract/common.ts';

/** A request that is not answered as it wants, with the status that says so. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly problem: ApiProblem;

  constructor(status: ContentfulStatusCode, problem: ApiProblem) {
    super(problem.message);
    this.name = 'Refusal';
    this.status = status;
    this.problem = problem;
  }
}
