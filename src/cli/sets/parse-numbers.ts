/**
 * Parses the answer to a numbered list: `1,3`, `2-4`, names, `all`, `none`. Undefined if it is empty; an error message
 * if it is invalid.
 */
export function parseNumbers(answer: string, names: readonly string[]): readonly string[] | undefined | string {
  const words = answer.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  const [first = ''] = words;
  if (words.length === 1 && first.toLowerCase() === 'all') return names;
  if (words.length === 1 && first.toLowerCase() === 'none') return [];
  const chosen = new Set<string>();
  for (const word of words) {
    const meant = namesMeant(word, names);
    if (typeof meant === 'string') return meant;
    for (const name of meant) chosen.add(name);
  }
  return names.filter((name) => chosen.has(name));
}

function namesMeant(word: string, names: readonly string[]): readonly string[] | string {
  if (names.includes(word)) return [word];
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(word) ?? [];
  if (from === undefined) return `No set named "${word}".`;
  const [low, high] = [Number(from), Number(to ?? from)];
  if (low < 1 || high > names.length || low > high) return `No set has the number ${word}; enter 1 to ${names.length}.`;
  return names.slice(low - 1, high);
}
