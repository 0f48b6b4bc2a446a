import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { readFrames, scanFrame, splice, wholeOf } from '../../src/gateway/frame.ts';
import { answerFrame, requestText } from '../../src/gateway/rewrite.ts';
import type { Frame, JsonObject, Span } from '../../src/gateway/session.ts';

/** Always the same numbers, so that a failure can be seen again. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const texts = [
  '',
  'a',
  'a"b',
  '\\',
  '\\\\"',
  '\n\t',
  'é',
  '\u2028',
  '😀',
  '{',
  '}]',
  '"id":7',
  'x'.repeat(40),
  '\u0000',
];

function anyValue(next: (below: number) => number, depth: number): unknown {
  const kind = next(depth > 0 ? 8 : 5);
  if (kind === 0) return texts[next(texts.length)];
  if (kind === 1) return [0, -1, 1.5, 1e21, -2.5e-7, 9_007_199_254_740_991][next(6)];
  if (kind === 2) return null;
  if (kind === 3) return next(2) === 0;
  if (kind === 4) return {};
  if (kind === 5) return Array.from({ length: next(4) }, () => anyValue(next, depth - 1));
  return anyMap(next, depth - 1);
}

function anyMap(next: (below: number) => number, depth: number): Record<string, unknown> {
  const keys = ['id', 'name', 'method', 'params', '_meta', 'result', 'x', 'a b', 'é', 'k"q', 'isError', 'uri'];
  return Object.fromEntries(Array.from({ length: next(5) }, () => [keys[next(keys.length)], anyValue(next, depth)]));
}

function anyMessage(next: (below: number) => number): Record<string, unknown> {
  const id = [1, 0, -3, 2.5, 'a', 'q"q', 'é', null][next(8)];
  const params = { ...anyMap(next, 3), name: texts[next(texts.length)], ...(next(2) && { _meta: anyMap(next, 2) }) };
  const shapes = [
    { jsonrpc: '2.0', id, method: 'tools/call', params },
    { params, method: 'x/y', id },
    { jsonrpc: '2.0', method: 'notifications/x', params },
    { jsonrpc: '2.0', id, result: { ...anyMap(next, 3), ...(next(2) && { isError: true }) } },
    { id, error: { code: -1, message: texts[next(texts.length)], data: anyValue(next, 2) } },
  ];
  return shapes[next(shapes.length)] as Record<string, unknown>;
}

function printed(value: unknown, next: (below: number) => number): string {
  const text = JSON.stringify(value);
  return next(4) === 0 ? JSON.stringify(value, undefined, 1).replaceAll('\n', ' ') : text;
}

function partsAt({ text = '', spans = {} }: Frame): Record<string, unknown> {
  const at = (span: Span | undefined): unknown => (span ? JSON.parse(text.slice(...span)) : undefined);
  return {
    id: at(spans.id),
    name: at(spans.name),
    meta: at(spans.meta),
    params: at(spans.params),
    result: at(spans.result),
  };
}

/** Much quicker than `expect` where there are many. */
function same(one: unknown, other: unknown, text: string): void {
  if (!isDeepStrictEqual(one, other)) expect({ text, is: one }).toEqual({ text, is: other });
}

test('what is found without parsing is what a parser finds', () => {
  const next = random(7);
  let scanned = 0;
  for (let round = 0; round < 2500; round += 1) {
    const value = anyMessage(next);
    const text = printed(value, next);
    const whole = JSON.parse(text) as JsonObject;
    const [frame] = readFrames(text) ?? [];
    if (frame === undefined) throw new Error(text);
    const params = whole['params'] as JsonObject | undefined;
    same(frame.message.id, whole['id'], text);
    same(frame.message.method, whole['method'], text);
    same(frame.message.params?.['name'], params?.['name'], text);
    same(frame.message.params?.['_meta'], params?.['_meta'], text);
    same(wholeOf(frame), whole, text);
    if (!frame.spans) continue;
    scanned += 1;
    const { id, result } = whole;
    same(partsAt(frame), { id, name: params?.['name'], meta: params?.['_meta'], params, result }, text);
  }
  // Keys with escapes are for a parser; nearly everything else is not.
  expect(scanned).toBeGreaterThan(1500);
});

test('what is changed in a text is changed in its value, and nothing else', () => {
  const next = random(11);
  for (let round = 0; round < 800; round += 1) {
    const value = anyMessage(next);
    const text = printed(value, next);
    const [frame] = readFrames(text) as [Frame];
    const { method, result, error } = value;
    if (typeof method === 'string' && value['id'] !== undefined) {
      const meta = next(2) ? { progressToken: 5 } : undefined;
      const expected = {
        ...value,
        id: 5,
        params: { ...(value['params'] as JsonObject), name: 'n"', ...(meta && { _meta: meta }) },
      };
      same(JSON.parse(requestText(frame, 5, 'n"', meta)), expected, text);
    }
    if (method !== undefined) continue;
    const answer = answerFrame(frame, 'own', { extra: 1 });
    const whole = result === undefined ? { error } : { result: { extra: 1, ...(result as JsonObject) } };
    expect(wholeOf(answer)).toMatchObject({ id: 'own', ...whole });
    same(wholeOf(answerFrame(frame, 9)), { ...value, id: 9 }, text);
  }
});

test('whatever is no JSON is no reason to fail', () => {
  const next = random(13);
  for (let round = 0; round < 2500; round += 1) {
    const text = printed(anyMessage(next), next);
    const at = next(text.length);
    const broken =
      text.slice(0, at) + ['', '"', '\\', '}', '{', ',', ':', '1', ' ', '\n'][next(10)] + text.slice(at + next(3));
    const scanned = scanFrame(broken);
    let whole: unknown;
    try {
      whole = JSON.parse(broken);
    } catch {
      continue;
    }
    // What a parser takes is never understood in another way.
    if (scanned) same(scanned.message.id, (whole as JsonObject)['id'], broken);
  }
});

test.each([
  ['a key that comes twice', '{"id":1,"id":2,"method":"m"}', 2],
  ['a key with an escape', String.raw`{"\u0069d":3,"method":"m"}`, 3],
  ['a line break between values', '{"id":4,\n"method":"m"}', 4],
])('%s is left to a parser', (_, text, id) => {
  expect(scanFrame(text)).toBeUndefined();
  expect(readFrames(text)?.[0]?.message).toMatchObject({ id, method: 'm' });
});

test('numbers keep all their digits', () => {
  const text =
    '{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/call","params":{"name":"t","arguments":{"n":9007199254740993,"x":1.0}}}';
  const [frame] = readFrames(text) as [Frame];
  expect(requestText(frame, 1, 'u', undefined)).toBe(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"u","arguments":{"n":9007199254740993,"x":1.0}}}',
  );
});

test('lists of messages, and what is none', () => {
  expect(readFrames('[{"id":1,"method":"a"},{"method":"b"}]')).toHaveLength(2);
  for (const text of ['[]', '1', '{}', '{"method":1,"id":2}', '[1]', '']) expect(readFrames(text)).toBeUndefined();
  expect(
    splice('abcdef', [
      [[1, 2], 'X'],
      [[4, 4], 'Y'],
    ]),
  ).toBe('aXcdYef');
});
