/** Reason for failing a request whose response has the wrong id type. */
export const wrongIdType = 'The server answered with a string id instead of a number.';
/** Reason for failing the only request in flight after a response without a usable id. */
export const missingId = 'The server answered without the id of the request.';

/**
 * The number that a response id spells as a string. Our request ids are numbers, so such a response matches none; the
 * request it was probably meant for fails, since no other response will follow.
 */
export function misspelledId(id: unknown): number | undefined {
  return typeof id === 'string' && String(Number(id)) === id ? Number(id) : undefined;
}

/** The only element; undefined if there are several, because any of them could be meant. */
export function onlyOne<T>(pending: ReadonlyMap<number, T>): T | undefined {
  return pending.size === 1 ? pending.values().next().value : undefined;
}
