const samples: Readonly<Record<string, unknown>> = { string: 'text', number: 5, integer: 5, boolean: true, array: [] };

/** Returns arguments that match the tool's schema. */
export function argumentsFor(schema: unknown): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { type?: string }>> };
  return Object.fromEntries(Object.entries(properties).map(([name, { type = '' }]) => [name, samples[type] ?? {}]));
}
