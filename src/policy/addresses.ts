import { percents } from './pieces.ts';

const ADDRESS = /(?:https?|wss?|ftp|tcp|ssh|git|git\+https?):[\\/]*[^\s'"`<>|;()]+/gi;
const SEPARATORS = /[\s'"`<>|;()/\\@=,?#{}[\]]+/;

/** All addresses in a text, in any spelling that a parser of addresses accepts. */
export function addressesIn(text: string): string[] {
  return spellings(text).flatMap((one) => [...(ANY_ADDRESS.test(one) ? [one] : []), ...(one.match(ADDRESS) ?? [])]);
}

/** The whole text may be an address with spaces around it. */
const ANY_ADDRESS = /^\s*(?:https?|wss?):/i;

/** All words in a text that may be a host, with a port or without. */
export function hostsIn(text: string): string[] {
  const words = spellings(text).flatMap((one) => one.split(SEPARATORS));
  return [...new Set(words)].filter((word) => /[.\u3002\uFF0E\uFF61]|^localhost\b/i.test(word));
}

/** As written, without what parsers leave out, and with `%3a` and the like decoded. */
function spellings(text: string): string[] {
  const plain = text.replaceAll(/[\t\n\r]/g, '');
  return [...new Set([text, plain, percents(plain)])];
}
