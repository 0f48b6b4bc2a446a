/** A text without percent encoding; unchanged if it is not encoded correctly. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
