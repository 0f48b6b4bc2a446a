/** Somebody with a browser who agrees to everything: goes where the address leads, and so back to where we wait. */
export async function agree(address: string): Promise<boolean> {
  // The page at the end is there only when the sign-in is over, so nobody may wait for it here.
  fetch(address)
    .then(async (response) => response.body?.cancel())
    .catch((error: unknown) => console.error('The browser:', error));
  return true;
}
