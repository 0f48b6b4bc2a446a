/** The value of a stored text; undefined if the text is not JSON. Other programs can write to a shared store. */
export function storedJson(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
