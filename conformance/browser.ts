/** A browser that consents to everything: follows the URL to the callback. */
export async function agree(address: string): Promise<boolean> {
  // The final page is served only when the sign-in is complete, so it must not be awaited here.
  fetch(address)
    .then(async (response) => response.body?.cancel())
    .catch((error: unknown) => console.error('The browser:', error));
  return true;
}
