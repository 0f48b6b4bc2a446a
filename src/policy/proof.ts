import type { PackageId } from './package-id.ts';

/** A fact that the grammar cannot prove, and that an allow rule of a policy can vouch for by naming it. */
export interface Need {
  readonly key: 'command' | 'url';
  readonly value: string;
  /** It is a file of the project: only its exact path in a policy of someone else counts. */
  readonly isOfProject: boolean;
  /** What is not proven. */
  readonly what: string;
  /** Only an allow rule needs it: nothing says that it fetches anything. */
  readonly isOnlyToAllow?: true;
}

/** What a definition provably starts or contacts. */
export interface Proof {
  /** What could not be proven; undefined if everything could, apart from the needs. */
  readonly unproven: string | undefined;
  readonly needs: readonly Need[];
  /** The programs, outermost first, as written. */
  readonly programs: readonly string[];
  readonly packages: readonly PackageId[];
}
