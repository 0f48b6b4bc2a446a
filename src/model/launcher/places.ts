import type { Environment } from '../reference.ts';

/** Where the launcher puts a secret. No client expands this spelling. */
const PLACE = /\{secret:([A-Za-z_]\w*)\}/g;

export function placeFor(name: string): string {
  return `{secret:${name}}`;
}

/** The names of the secrets that a text has places for. */
export function namesIn(text: string): string[] {
  return text.includes('{secret:') ? [...text.matchAll(PLACE)].map(([, name = '']) => name) : [];
}

/** Puts the values in. They are not searched for places again. */
export function filled(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACE, (place, name: string) => values.get(name) ?? place);
}

/** The text with a reference in place of each place. */
export function withReferences(text: string): string {
  return text.replaceAll(PLACE, (_, name: string) => `\${${name}}`);
}

/**
 * Variables without those that only say which secret the launcher fills in. Some clients pass the variables of one server
 * to others, which must not take such a text for the value.
 */
export function withoutPlaces(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => namesIn(value ?? '').length === 0));
}
