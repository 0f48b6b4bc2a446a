import type { Random } from '../random.ts';

const breaks = ['\r', '\n', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u001c', '\t', ' '];

// oxfmt-ignore
const pieces = [
  '{', '}', '[', ']', ':', ',', '"', '\\', '\\u00', 'null', 'NaN', 'Infinity', '-', '-0', '01', '1e400',
  '1E+309', '12345678901234567890', '0.1e', '1.', 'true', 'nul', "'", '/*', '//', '\u0000', '\u0001', '\u007f',
  '\ufeff', '"\\ud800"', '"\\uD83D"', 'é', '😀', '\\"', '"\\x"', '{"a":1}', '[1]', '""', '"danger"', ...breaks,
];

const smuggled = '{"jsonrpc":"2.0","id":4242,"method":"tools/call","params":{"name":"danger","arguments":{}}}';

type Mutation = (text: string, random: Random) => string;

const mutations: readonly Mutation[] = [
  // Insertions, deletions and replacements anywhere.
  (text, random) => spliced(text, random, random.pick(pieces), 0),
  (text, random) => spliced(text, random, '', 1 + random.below(4)),
  (text, random) => spliced(text, random, random.pick(pieces), 1 + random.below(3)),
  (text, random) => text.slice(0, random.below(text.length)),
  (text, random) => spliced(text, random, String.fromCharCode(random.below(0x30)), 1),
  // A key twice, in another case, or with an escape.
  (text, random) => withMember(text, random, (key) => `"${key}":${random.pick(values)},`),
  (text, random) => withMember(text, random, (key) => `"${otherCase(key)}":${random.pick(values)},`),
  (text, random) => text.replace(keyIn(text, random), (key) => escaped(key)),
  (text, random) => text.replace(keyIn(text, random), (key) => otherCase(key)),
  // A message within a message, on its own line for some parsers.
  (text, random) => {
    const by = random.pick(breaks);
    return text.replace('{', `{"x":${by}${smuggled}${by},`);
  },
  (text, random) => `${text}${random.pick(breaks)}${smuggled}`,
  (text, random) => text.replaceAll(',', () => `,${random.below(3) === 0 ? random.pick(breaks) : ''}`),
  // Another value for a field that affects routing.
  (text, random) => text.replace(/"id":[^,}]*/, () => `"id":${random.pick(values)}`),
  (text, random) => text.replace(/"name":"\w*"/, () => `"name":${random.pick(values)}`),
  (text, random) => text.replace(/"params":\{/, () => `"params":${random.pick(values)},"y":{`),
  (text, random) => text.replace(/"method":"[^"]*"/, () => `"method":${random.pick(values)}`),
  // Deep, long, and combined messages.
  (text, random) => deeper(text, random.pick([100, 250, 260, 3000, 7000])),
  (text, random) => text.replace(':"', `:"${'x'.repeat(random.pick([150, 161, 5000]))}${random.pick(pieces)}`),
  (text, random) => `[${text},${random.pick([text, '1', '{}', smuggled, '[]'])}]`,
  (text) => text,
];

// oxfmt-ignore
const values = [
  '1', '"a"', 'null', 'true', '{}', '[]', '["safe"]', '"safe"', '"danger"', '"say"', '{"name":"danger"}',
  '1e400',    '-0', '1.0', '12345678901234567890', '"\\u0000"', '"\\ud800"', '"__proto__"', '"constructor"',
  '9007199254740993',
];

/** Applies one to three changes to a valid message. */
export function mutated(message: string, random: Random): string {
  let text = message;
  for (let times = 1 + random.below(3); times > 0; times -= 1) text = random.pick(mutations)(text, random);
  return text;
}

function spliced(text: string, random: Random, piece: string, cut: number): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + piece + text.slice(at + cut);
}

function keyIn(text: string, random: Random): string {
  const keys = [...text.matchAll(/"[\w/]+"(?=:)/g)].map(([key]) => key);
  return keys.length === 0 ? '"' : random.pick(keys);
}

/** Adds a member next to an existing one. */
function withMember(text: string, random: Random, member: (key: string) => string): string {
  const key = keyIn(text, random);
  return text.replace(key, () => member(key.slice(1, -1)) + key);
}

function otherCase(key: string): string {
  const [first = ''] = key.replace('"', '');
  if (key.includes('s')) return key.replace('s', '\u017f');
  return key.replace(first, first.toUpperCase());
}

function escaped(key: string): string {
  const code = key.charCodeAt(1).toString(16).padStart(4, '0');
  return `"\\u${code}${key.slice(2)}`;
}

function deeper(text: string, depth: number): string {
  return text.replace('{', `{"deep":${'['.repeat(depth)}${']'.repeat(depth)},`);
}
