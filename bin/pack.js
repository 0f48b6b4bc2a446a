'use strict';

/** Room for the list of contents at the start of the file, so that one read gets all of it. */
const LIST = 16_384;

/**
 * Several named pieces in one file, because opening a file costs as much as reading a good part of it. bin/plugboard.js
 * reads such files by itself, so that it need not load this one.
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

module.exports = { pack };
