import { setOwn } from '../../../model/value.ts';

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;
const WRAPPER = /^(?:sudo|env|exec|time|winpty|nohup)$/;

/** Strips prefixes from a command: variable assignments, `sudo`, `env`. */
export function withoutAssignments<W extends string | { readonly text: string }>(
  words: readonly W[],
): { readonly words: readonly W[]; readonly env: Readonly<Record<string, string>> } {
  const env: Record<string, string> = {};
  let index = 0;
  for (; index < words.length; index += 1) {
    const word = words[index] as W;
    const text = typeof word === 'string' ? word : word.text;
    const [, name, value] = ASSIGNMENT.exec(text) ?? [];
    if (name !== undefined && value !== undefined) setOwn(env, name, value);
    else if (!WRAPPER.test(text)) break;
  }
  return { words: words.slice(index), env };
}
