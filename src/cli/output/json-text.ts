import { visible } from '../../model/visible.ts';

/** JSON in which all characters that a terminal does not print are escaped; the value is unchanged. */
export function jsonText(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, undefined, indent);
  return text.replaceAll(/[^\n\u0020-\u007e]/gu, (found) => (visible(found) === found ? found : escaped(found)));
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
