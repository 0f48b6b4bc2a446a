/** Somebody pressed Ctrl+C at a question: they want neither yes nor no, but out. */
export class Interrupted extends Error {}
