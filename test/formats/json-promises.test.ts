import { type ParseError, parse } from 'jsonc-parser';
import { json, jsonc } from '../../src/formats/json/index.ts';
import { parseTree } from '../../src/formats/json/parser.ts';
import { valueOf } from '../../src/formats/json/tree.ts';
import type { Value } from '../../src/model/value.ts';
import { jsonDocuments } from './support/json-documents.ts';
import { describePromises } from './support/promises.ts';

describePromises('JSON', json, jsonDocuments(false), (text) => {
  const content = text.replace(/^\ufeff/, '');
  return content.trim() === '' ? undefined : exact(text, JSON.parse(content) as Value);
});

describePromises('JSONC', jsonc, jsonDocuments(true), (text) => {
  const errors: ParseError[] = [];
  const value = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true, allowEmptyContent: true }) as
    | Value
    | undefined;
  if (errors.length > 0) throw new Error(`not JSONC: ${JSON.stringify(errors)}`);
  return exact(text, value);
});

/** The other parsers round long numbers and lose `__proto__`; what they can tell is compared, the rest is ours. */
function exact(text: string, value: Value | undefined): Value | undefined {
  const { root } = parseTree(text, false);
  const ours = root && valueOf(root);
  const flatten = (one: unknown): string =>
    JSON.stringify(one, (key, item: unknown) => (key === '__proto__' ? undefined : item)) ?? '';
  const rounded = JSON.stringify(ours, (key, item: unknown) => {
    if (key === '__proto__') return undefined;
    return item !== null && typeof item === 'object' && 'kind' in item && 'text' in item ? Number(item.text) : item;
  });
  if ((rounded ?? '') !== flatten(value)) throw new Error(`parsers disagree: ${rounded} and ${flatten(value)}`);
  return ours;
}
