/** On how many generated inputs a property is tried; others in every run. */
export const propertyRuns = Number(process.env['PLUGBOARD_PROPERTY_RUNS'] ?? 500);

/** Fixed, so that a test gives the same answer everywhere; `PLUGBOARD_FUZZ_SEED` looks elsewhere. */
export const propertySeed = Number(process.env['PLUGBOARD_FUZZ_SEED'] ?? 1);
