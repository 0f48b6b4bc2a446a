import { visible } from '../../model/visible.ts';

/** A text of a registry, on one line and without hidden characters, short enough for a message. */
export function sanitizedText(text: string, most = 300): string {
  const shown = visible(
    text
      .slice(0, most * 2)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return shown.length > most ? `${shown.slice(0, most - 1)}…` : shown;
}
