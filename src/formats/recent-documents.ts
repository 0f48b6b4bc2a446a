import type { Document } from './types.ts';

/** Parsed texts that may still be in use, newest last. They are not kept in memory for this. */
const recent = new Map<string, WeakRef<Document>>();
const MOST_RECENT = 32;

/** Notes that a text was parsed, so that what is secret in it is found without parsing it again. */
export function noteParsed(document: Document): void {
  recent.delete(document.text);
  recent.set(document.text, new WeakRef(document));
  for (const oldest of recent.keys()) if (recent.size > MOST_RECENT) recent.delete(oldest);
}

export function parsedBefore(text: string): Document | undefined {
  return recent.get(text)?.deref();
}
