import { visible } from '../../model/visible.ts';

/** A document whose characters a terminal shows as they are: all others are escaped, and its value stays the same. */
export function jsonText(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, undefined, indent);
  return text.replaceAll(/[^\n\u0020-\u007e]/gu, (found) => (visible(found) === found ? found : escaped(found)));
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
