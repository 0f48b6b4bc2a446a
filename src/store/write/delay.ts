/** Node's timers/promises would be loaded for nothing by most commands, which never wait. */
export async function delay(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
