import type { LogRow } from './log-buffer.ts';

/** The local time of day with milliseconds. */
export function timeOfDay(at: string): string {
  const time = new Date(at);
  const two = (number: number): string => String(number).padStart(2, '0');
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  return `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

/** A row as one line of text. Lines are masked by the server. */
export function exportLines(rows: readonly LogRow[]): string {
  const lines = rows.flatMap(({ line, answer }) => (answer ? [line, answer] : [line]));
  return lines
    .map(({ at, server, level, stream, direction, ms, text }) => {
      const about = [direction, ms === undefined ? undefined : `${ms} ms`].filter(Boolean).join(' ');
      const head = [at, server, level, stream, about].filter(Boolean).join('\t');
      return `${head}\t${text.replaceAll('\n', '\\n')}\n`;
    })
    .join('');
}
