// Parsers of other implementations: line readers that split at more than \n, and object readers that keep the first or
// the last of duplicate keys, or ignore case.

/** Characters at which line readers of some language split. */
const BREAKS = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/; // oxlint-disable-line no-control-regex

/** Keys of a message and of its parameters that affect routing. */
const topKeys = ['jsonrpc', 'method', 'id', 'params'];
const paramKeys = ['name', 'uri', 'arguments', '_meta', 'task', 'taskId'];

/**
 * What is wrong with a line that a peer was sent, or undefined. Everybody has to read the same message in it.
 *
 * @param {string} line
 * @returns {string | undefined}
 */
export function faultOfLine(line) {
  return line.split(BREAKS).length > 1 ? 'is several lines to some readers' : faultOf(line);
}

/**
 * The same for a text whose length is known.
 *
 * @param {string} line
 * @returns {string | undefined}
 */
export function faultOf(line) {
  try {
    JSON.parse(line);
  } catch (error) {
    return `is not JSON: ${String(error)}`;
  }
  if (line.trim().startsWith('[')) return partsOf(line.trim().slice(1, -1), ',').map(faultOf).find(Boolean);
  const message = membersOf(line);
  const params = message.find(([key]) => key === 'params')?.[1];
  const keys = [
    clashing(message, topKeys),
    params?.startsWith('{') ? clashing(membersOf(params), paramKeys) : undefined,
  ];
  const clash = keys.find((key) => key !== undefined);
  return clash === undefined ? undefined : `can be read in two ways: ${clash}`;
}

/**
 * The first of these keys that is given twice, or in another case.
 *
 * @param {[string, string][]} members
 * @param {string[]} keys
 */
function clashing(members, keys) {
  return keys.find((key) => {
    const alike = members.filter(([name]) => name.toUpperCase().toLowerCase() === key.toLowerCase());
    return alike.length > 1 || (alike.length === 1 && alike[0]?.[0] !== key);
  });
}

/**
 * The members of an object with the texts of their values, each as often as it is there. Written without regard to how
 * the gateway does it.
 *
 * @param {string} text JSON of an object
 * @returns {[string, string][]}
 */
function membersOf(text) {
  return partsOf(text.trim().slice(1, -1), ',').flatMap((member) => {
    const [key = '', ...value] = partsOf(member, ':');
    return key.trim() === '' ? [] : [[JSON.parse(key), value.join(':').trim()]];
  });
}

/** Strings, brackets, and everything else. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[^"]/g;

/**
 * What stands between the separators that are in no string, object or list.
 *
 * @param {string} text
 * @param {string} separator
 */
function partsOf(text, separator) {
  const parts = [''];
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth === 0 && token === separator) parts.push('');
    else parts.push((parts.pop() ?? '') + token);
  }
  return parts;
}
