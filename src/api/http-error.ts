import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiProblem } from './contract/common.ts';

/** An HTTP error response with its status. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly problem: ApiProblem;

  constructor(status: ContentfulStatusCode, problem: ApiProblem) {
    super(problem.message);
    this.name = 'HttpError';
    this.status = status;
    this.problem = problem;
  }
}
