/**
 * Whether any object in a valid JSON text has a duplicate key: some parsers take the first value, some the last. Each
 * member has one colon outside strings, so a text with duplicates has more colons than the parsed value has members.
 */
export function repeatsKeys(json: string): boolean {
  const colons = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
  return colons !== membersIn(JSON.parse(json));
}

function membersIn(value: unknown): number {
  let members = 0;
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const inner: unknown[] = Object.values(next);
    if (!Array.isArray(next)) members += inner.length;
    for (const one of inner) waiting.push(one);
  }
  return members;
}
