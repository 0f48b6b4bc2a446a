/** On how many generated inputs a property is tried; others in every run. */
export const propertyRuns = Number(process.env['PLUGBOARD_PROPERTY_RUNS'] ?? 500);
