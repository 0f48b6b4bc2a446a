import type { Check } from '../types.ts';

/** Config sets that cannot be used, for the reasons that `sets check` gives. */
export const configSets: Check = ({ sets }) => sets.findings;
