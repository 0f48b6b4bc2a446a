/** What is said about an answer that cannot be the answer to any request. */
export const wrongIdType = 'The server answered with a string for the id of a request, which is a number.';

/**
 * The number that the id of an answer spells as a string. Requests have numbers for ids, so such an answer belongs to none;
 * the request that it seems to be meant for fails, since the server will send no other.
 */
export function misspelledId(id: unknown): number | undefined {
  return typeof id === 'string' && String(Number(id)) === id ? Number(id) : undefined;
}
