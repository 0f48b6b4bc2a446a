import { jsonc } from '../../formats/json/index.ts';
import { decodeUri } from '../../model/decode-uri.ts';
import { isMap, type Value } from '../../model/value.ts';

/** Decodes a link parameter: plain JSON, percent-encoded once or twice, or base64 in either alphabet. */
export function decodePayload(payload: string): Value | undefined {
  let text = payload;
  for (let round = 0; round < 3; round += 1) {
    const value = asJson(text) ?? asJson(fromBase64(text)) ?? asJson(decodeUri(fromBase64(text)));
    if (value !== undefined) return value;
    const next = decodeUri(text);
    if (next === text) return undefined;
    text = next;
  }
  return undefined;
}

function asJson(text: string): Value | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const { value } = jsonc.parse(text);
  return isMap(value) || Array.isArray(value) ? value : undefined;
}

function fromBase64(text: string): string {
  const plain = text.trim().replaceAll(' ', '+');
  if (!/^[\w+/-]+=*$/.test(plain)) return '';
  return Buffer.from(plain.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('utf8');
}

/** Parameters without decoding `+`, which may belong to base64. */
export function parametersOf(query: string): Map<string, string[]> {
  const parameters = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    if (at === -1) continue;
    const key = pair.slice(0, at);
    const values = parameters.get(key);
    if (values) values.push(pair.slice(at + 1));
    else parameters.set(key, [pair.slice(at + 1)]);
  }
  return parameters;
}
