/**
 * Like `Promise.all`, but fails only when all have ended: what goes on after a failure could not put things back.
 *
 * @template {readonly unknown[]} T
 * @param {T} promises
 * @returns {Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>}
 */
export async function allOf(promises) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
