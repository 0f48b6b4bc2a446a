/** On how many generated inputs a property is tried; others in every run. */
export const propertyRuns = Number(process.env['PLUGBOARD_PROPERTY_RUNS'] ?? 500);

/** Another one in every run; a failure prints it, and `PLUGBOARD_FUZZ_SEED` repeats the run. */
export const propertySeed = Number(process.env['PLUGBOARD_FUZZ_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
