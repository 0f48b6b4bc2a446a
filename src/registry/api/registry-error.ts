/** What is wrong with the answer of a registry. */
export type RegistryProblem =
  | 'unreachable'
  | 'timeout'
  | 'rate-limited'
  | 'status'
  | 'redirected'
  | 'too-large'
  | 'malformed'
  | 'endless'
  | 'not-found';

/** A registry cannot be read; the message says why, without naming the registry. */
export class RegistryError extends Error {
  readonly problem: RegistryProblem;
  readonly status: number | undefined;

  constructor(problem: RegistryProblem, message: string, status?: number) {
    super(message);
    this.name = 'RegistryError';
    this.problem = problem;
    this.status = status;
  }
}
