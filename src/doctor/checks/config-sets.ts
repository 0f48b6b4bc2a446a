import type { Check } from '../types.ts';

/** Reports invalid config sets, with the reasons of `sets check`. */
export const configSets: Check = ({ sets }) => sets.issues;
