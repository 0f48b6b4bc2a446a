/**
 * @typedef {object} Part One output of the bundler.
 * @property {string} name
 * @property {number} bytes
 * @property {readonly string[]} users The entry points that load it.
 *
 * @typedef {object} Group
 * @property {string[]} names
 * @property {number} bytes
 * @property {ReadonlySet<string>} users
 */

/** Running one more script takes about as long as loading this many bytes of code that is not needed. */
const SCRIPT_COST = 32_768;

/**
 * Groups parts into scripts so that an entry point runs few scripts and loads little code that it does not need.
 *
 * @param {readonly Part[]} parts
 * @param {(user: string) => number} weightOf How much the start of an entry point counts.
 * @returns {string[][]} The names of the parts of each script.
 */
export function groupParts(parts, weightOf = () => 1) {
  const groups = sameUsers(parts);
  for (let pair = bestPair(groups, weightOf); pair; pair = bestPair(groups, weightOf)) {
    const [left, right] = pair;
    groups.splice(groups.indexOf(right), 1);
    groups.splice(groups.indexOf(left), 1, merged(left, right));
  }
  return groups.map(({ names }) => names);
}

/** @param {readonly Part[]} parts */
function sameUsers(parts) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const { name, bytes, users } of parts) {
    const key = users.toSorted().join(' ');
    const group = { names: [name], bytes, users: new Set(users) };
    const known = groups.get(key);
    groups.set(key, known ? merged(known, group) : group);
  }
  return [...groups.values()];
}

/**
 * @param {readonly Group[]} groups
 * @param {(user: string) => number} weightOf
 * @returns {readonly [Group, Group] | undefined} Undefined when no two groups are better off together.
 */
function bestPair(groups, weightOf) {
  /** @type {readonly [Group, Group] | undefined} */
  let best;
  let most = 0;
  for (const [index, left] of groups.entries()) {
    for (const right of groups.slice(index + 1)) {
      const gain = gainOf(left, right, weightOf);
      if (gain > most) [best, most] = [[left, right], gain];
    }
  }
  return best;
}

/**
 * @param {Group} left
 * @param {Group} right
 * @param {(user: string) => number} weightOf
 */
function gainOf(left, right, weightOf) {
  /** @param {Iterable<string>} users */
  const weight = (users) => [...users].reduce((sum, user) => sum + weightOf(user), 0);
  const both = weight([...left.users].filter((user) => right.users.has(user)));
  const unneeded = (weight(left.users) - both) * right.bytes + (weight(right.users) - both) * left.bytes;
  return both * SCRIPT_COST - unneeded;
}

/**
 * @param {Group} left
 * @param {Group} right
 * @returns {Group}
 */
function merged(left, right) {
  return {
    names: [...left.names, ...right.names],
    bytes: left.bytes + right.bytes,
    users: new Set([...left.users, ...right.users]),
  };
}
