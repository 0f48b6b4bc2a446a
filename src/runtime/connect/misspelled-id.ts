/** Reason for failing a request whose response has the wrong id type. */
export const wrongIdType = 'The server answered with a string id instead of a number.';

/**
 * The number that a response id spells as a string. Our request ids are numbers, so such a response matches none; the
 * request it was probably meant for fails, since no other response will follow.
 */
export function misspelledId(id: unknown): number | undefined {
  return typeof id === 'string' && String(Number(id)) === id ? Number(id) : undefined;
}
