/** Parses text as JSON. Empty text is no value. */
export function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : jsonProblem };
  }
}

export const jsonProblem = 'Not valid JSON.';
