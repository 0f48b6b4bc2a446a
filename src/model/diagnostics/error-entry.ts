export interface ErrorEntry<D> {
  /** When the error is raised, for the documentation. */
  readonly summary: string;
  readonly message: (data: D) => string;
}

export function define<D>(summary: string, message: ErrorEntry<D>['message']): ErrorEntry<D> {
  return { summary, message };
}
