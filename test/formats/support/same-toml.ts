import { parse, TomlDate } from 'smol-toml';
import { getOwn, isMap, Literal, type Value } from '../../../src/model/value.ts';

/** The other parser loses the quotes that a text ends with behind such a line; without the break it means the same. */
const MISREAD = /\\[ \t]*\n[ \t\n]*(?="{4,5}(?!"))/g;

/** Whether the other parser reads the same. It keeps CRLF in texts, reads dates and rounds floats. */
export function sameToml(text: string, ours: Value): boolean {
  const content = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const spellings = new Set([content, content.replaceAll(MISREAD, '')]);
  return [...spellings].some((one) => agree(ours, parse(one, { integersAsBigInt: 'asNeeded' })));
}

function agree(ours: Value, theirs: unknown): boolean {
  if (ours instanceof Literal) {
    if (ours.kind === 'datetime')
      return theirs instanceof TomlDate && new TomlDate(ours.text).toISOString() === theirs.toISOString();
    return typeof theirs === 'bigint' ? String(theirs) === ours.text : Object.is(Number(ours.text), theirs);
  }
  if (Array.isArray(ours))
    return (
      Array.isArray(theirs) && theirs.length === ours.length && ours.every((item, index) => agree(item, theirs[index]))
    );
  if (!isMap(ours)) return Object.is(ours, theirs) || ours === theirs;
  if (typeof theirs !== 'object' || theirs === null || Array.isArray(theirs)) return false;
  const map = theirs as Record<string, unknown>;
  return (
    Object.keys(map).length === Object.keys(ours).length &&
    Object.entries(ours).every(([key, item]) => agree(item, getOwn(map, key)))
  );
}
