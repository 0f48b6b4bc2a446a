import { isDeep } from './deep.ts';

/** On how many generated inputs a property is tried. */
export const propertyRuns = Number(process.env['PLUGBOARD_PROPERTY_RUNS'] ?? 500);

const chosen = isDeep ? Math.trunc(Math.random() * 2 ** 31) : 20_261_118;

/**
 * What generated inputs are derived from: the same in every `npm test`, another in every `npm run test:deep`. A failure
 * prints it, and `PLUGBOARD_FUZZ_SEED` repeats the run.
 */
export const propertySeed = Number(process.env['PLUGBOARD_FUZZ_SEED'] ?? chosen);
