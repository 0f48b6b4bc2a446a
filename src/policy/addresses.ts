import { percents, spelled } from './pieces.ts';

const ADDRESS = /(?:https?|wss?|ftp|tcp|ssh|git|git\+https?):[\\/]*[^\s'"`<>|;()]+/gi;
const SEPARATORS = /[\s'"`<>|;&+()/\\@=,?#{}[\]]+/;

/** All addresses in a text, in any spelling that a parser of addresses accepts. */
export function addressesIn(text: string): string[] {
  return spellings(text).flatMap((one) => {
    const found = one.match(ADDRESS) ?? [];
    // A shell ends a word at `&`, which may be a part of an address.
    return [...(ANY_ADDRESS.test(one) ? [one] : []), ...found, ...found.map((address) => address.replace(/&.*$/s, ''))];
  });
}

/** curl puts each letter of `[a-z]` into a host. */
const RANGES = /[\w.-]*(?:\[[a-z\d]+-[a-z\d]+(?::\d+)?\][\w.-]*)+/gi;

/** The whole text may be an address with spaces around it. */
const ANY_ADDRESS = /^\s*(?:https?|wss?):/i;

/** All words in a text that may be a host, with a port or without, in any spelling of a shell. */
export function hostsIn(text: string): string[] {
  const words = [text, ...spelled(text)].flatMap(spellings).flatMap((one) => one.split(SEPARATORS));
  // `8080:evil.com:80`, `-hevil.com`
  const parts = words
    .flatMap((word) => [word, ...word.split(':')])
    .flatMap((word) => [word, word.replace(/^-+\w/, '')]);
  const hosts = parts.filter((word) => /[.\u3002\uFF0E\uFF61]|^localhost\b/i.test(word) || isNumericHost(word));
  const sixes = words.filter((word) => /^[\da-f]*:[\da-f:.]*$/i.test(word) && word.includes('::'));
  const ranges = text.match(RANGES) ?? [];
  return [...new Set([...hosts, ...sixes.map((word) => `[${word}]`), ...ranges])];
}

/** `2130706433` and `0x7f000001` are addresses for most programs. */
function isNumericHost(word: string): boolean {
  return /^(?:0x[\da-f]{7,8}|0?\d{8,11})$/i.test(word);
}

/** As written, without what parsers leave out, and with `%3a` and the like decoded. */
function spellings(text: string): string[] {
  const plain = text.replaceAll(/[\t\n\r]/g, '');
  return [...new Set([text, plain, percents(plain)])];
}
