'use strict';
const fs = require('node:fs');

/** Room for the list of contents at the start of the file, so that one read gets all of it. */
const LIST = 16_384;

/**
 * Several named pieces in one file, because opening a file costs as much as reading a good part of it.
 *
 * @param {Iterable<readonly [string, Buffer]>} pieces
 */
function pack(pieces) {
  const all = [...pieces];
  let at = LIST;
  const contents = all.map(([name, bytes]) => [name, at, (at += bytes.length)]);
  const list = Buffer.alloc(LIST, ' ');
  if (list.write(JSON.stringify(contents)) === LIST) throw new Error('The list of contents has grown too long.');
  return Buffer.concat([list, ...all.map(([, bytes]) => bytes)]);
}

/**
 * The pieces of a packed file, each read when it is asked for.
 *
 * @param {string} path
 * @returns {Map<string, () => Buffer>}
 */
function unpack(path) {
  const file = fs.openSync(path, 'r');
  /**
   * @param {number} from
   * @param {number} to
   */
  const read = (from, to) => {
    const bytes = Buffer.allocUnsafeSlow(to - from);
    if (fs.readSync(file, bytes, 0, bytes.length, from) !== bytes.length) throw new Error(`${path} is damaged.`);
    return bytes;
  };
  /** @type {[string, number, number][]} */
  const contents = JSON.parse(read(0, LIST).toString('latin1'));
  return new Map(contents.map(([name, from, to]) => [name, () => read(from, to)]));
}

module.exports = { pack, unpack };
