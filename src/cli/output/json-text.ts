import { visible } from '../../model/visible.ts';

/** JSON that neither a terminal nor a CI runner interprets; the value is unchanged. */
export function jsonText(value: unknown, indent = 2): string {
  return safeJson(JSON.stringify(value, undefined, indent));
}

/** The same JSON with escapes for what a terminal does not print, and for `##[command]`, which counts in any place. */
export function safeJson(text: string): string {
  return text
    .replaceAll(/[^\n\u0020-\u007e]/gu, (found) => (visible(found) === found ? found : escaped(found)))
    .replaceAll(/##(?=\w*\[)/g, '#\\u0023');
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
