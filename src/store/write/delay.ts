/** Node's own needs a module that most commands, which never wait, would load for nothing. */
export async function delay(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
