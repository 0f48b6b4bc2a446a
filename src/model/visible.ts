/**
 * Control, invisible and direction-changing characters could make a terminal show something else than the text holds,
 * so each becomes a replacement character. The length stays.
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (found) => '\ufffd'.repeat(found.length));
}

const HIDDEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these are what must not reach a terminal.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
