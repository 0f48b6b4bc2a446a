/** Why a bundle is refused. */
export type BundleProblem =
  | 'address'
  | 'unreachable'
  | 'hash-missing'
  | 'hash-differs'
  | 'too-large'
  | 'malformed'
  | 'signature-malformed'
  | 'zip64'
  | 'encrypted'
  | 'method'
  | 'overlap'
  | 'name'
  | 'duplicate'
  | 'link'
  | 'size'
  | 'checksum'
  | 'bomb'
  | 'manifest'
  | 'reference'
  | 'platform';

/** A bundle that is not used. `what` names the file or the field in it. */
export class BundleError extends Error {
  readonly problem: BundleProblem;
  readonly what: string;

  constructor(problem: BundleProblem, what = '') {
    super(what === '' ? problem : `${problem}: ${what}`);
    this.problem = problem;
    this.what = what;
  }
}
