/** A prompt got no answer: Ctrl+C or Ctrl+D was pressed, or the input ended. */
export class Interrupted extends Error {}
