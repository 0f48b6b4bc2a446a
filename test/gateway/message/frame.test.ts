import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { BadMessage } from '../../../src/gateway/message/bad-message.ts';
import { readFrames, ScannedFrame, splice, textOf, wholeOf } from '../../../src/gateway/message/frame.ts';
import {
  answerFrame,
  progressFrame,
  requestText,
  withId,
  withProgressToken,
} from '../../../src/gateway/message/rewrite.ts';
import type { Frame, JsonObject, Span } from '../../../src/gateway/session/session.ts';

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
  const id = [1, 0, -3, 2.5, 'a', 'q"q', 'é', 'z'][next(8)];
  const params = { ...anyMap(next, 3), name: texts[next(texts.length)], ...(next(2) && { _meta: anyMap(next, 2) }) };
  const shapes = [
    { jsonrpc: '2.0', id, method: 'tools/call', params },
    { params, method: 'x/y', id, jsonrpc: '2.0' },
    { jsonrpc: '2.0', method: 'notifications/x', params },
    { jsonrpc: '2.0', id, result: { ...anyMap(next, 3), ...(next(2) && { isError: true }) } },
    { jsonrpc: '2.0', id, error: { code: -1, message: texts[next(texts.length)], data: anyValue(next, 2) } },
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

/** The one message in a text that holds one. */
function frameIn(text: string): Frame {
  const [frame] = readFrames(text);
  if (!frame || frame instanceof BadMessage) throw new Error(`${text}: ${frame?.reason}`);
  return frame;
}

/** Why a text is refused, and what is known of its id. */
function refusalOf(text: string): Pick<BadMessage, 'code' | 'id' | 'isRequest'> | undefined {
  const [bad] = readFrames(text);
  return bad instanceof BadMessage ? { code: bad.code, id: bad.id, isRequest: bad.isRequest } : undefined;
}

test('scanning finds the same as parsing', () => {
  const next = random(7);
  for (let round = 0; round < 2500; round += 1) {
    const value = anyMessage(next);
    const text = printed(value, next);
    const whole = JSON.parse(text) as JsonObject;
    const frame = frameIn(text);
    const params = whole['params'] as JsonObject | undefined;
    same(frame.message.id, whole['id'], text);
    same(frame.message.method, whole['method'], text);
    same(frame.message.params?.['name'], params?.['name'], text);
    same(frame.message.params?.['_meta'], params?.['_meta'], text);
    same(wholeOf(frame), whole, text);
    const { id, result } = whole;
    same(partsAt(frame), { id, name: params?.['name'], meta: params?.['_meta'], params, result }, text);
  }
});

test('an edit of the text changes exactly that value', () => {
  const next = random(11);
  for (let round = 0; round < 800; round += 1) {
    const value = anyMessage(next);
    const text = printed(value, next);
    const frame = frameIn(text);
    const { method, result, error } = value;
    if (typeof method === 'string' && value['id'] !== undefined) {
      const meta = next(2) ? { progressToken: 5 } : undefined;
      const expected = {
        ...value,
        id: 5,
        params: { ...(value['params'] as JsonObject), name: 'n"', ...(meta && { _meta: meta }) },
      };
      same(JSON.parse(requestText(frame, 5, 'n"', meta)), expected, text);
      same(wholeOf(withId(frame, 'own')), { ...value, id: 'own' }, text);
    }
    if (method !== undefined) continue;
    const answer = answerFrame(frame, 'own', { extra: 1 });
    const whole = result === undefined ? { error } : { result: { extra: 1, ...(result as JsonObject) } };
    expect(wholeOf(answer)).toMatchObject({ id: 'own', ...whole });
    same(wholeOf(answerFrame(frame, 9)), { ...value, id: 9 }, text);
  }
});

test.each([
  ['{"jsonrpc":"2.0","id":1,"method":"m"}', '{"params":{"_meta":{"t":1}},"jsonrpc":"2.0","id":7,"method":"m"}'],
  [
    '{"jsonrpc":"2.0","id":1,"method":"m","params":null}',
    '{"jsonrpc":"2.0","id":7,"method":"m","params":{"_meta":{"t":1}}}',
  ],
  [
    '{"jsonrpc":"2.0","id":1,"method":"m","params":{}}',
    '{"jsonrpc":"2.0","id":7,"method":"m","params":{"_meta":{"t":1}}}',
  ],
  [
    '{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":1e400}}',
    '{"jsonrpc":"2.0","id":7,"method":"m","params":{"_meta":{"t":1},"n":1e400}}',
  ],
  [
    '{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"a":1}}}',
    '{"jsonrpc":"2.0","id":7,"method":"m","params":{"_meta":{"t":1}}}',
  ],
])('metadata is put into %s', (text, changed) => {
  expect(requestText(frameIn(text), 7, undefined, { t: 1 })).toBe(changed);
});

test('metadata with a number that JavaScript cannot print is not rewritten', () => {
  const frame = frameIn('{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"n":12345678901234567890}}}');
  expect(() => requestText(frame, 1, undefined, { n: 1 })).toThrow('cannot be passed on unchanged');
});

test.each([
  ['{"jsonrpc":"2.0","method":"m","id":1,"id":2}', -32600, '1'],
  ['{"jsonrpc":"2.0","method":"m","id":1,"ID":2}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","Method":"n"}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"name":"a","Name":"b"}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"Name":"b"}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"name":"a","n\\u0061me":"b"}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"ta\u017fk":{}}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"arguments":{},"arguments":{}}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken":1,"progressToken":2}}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":"x"}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","result":{}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1e400,"method":"m"}', -32600, '1e400'],
  ['{"jsonrpc":"2.0","id":1.0,"method":"m"}', -32600, '1.0'],
  ['{"jsonrpc":"2.0","id":-0,"method":"m"}', -32600, '-0'],
  ['{"jsonrpc":"2.0","id":12345678901234567890,"method":"m"}', -32600, '12345678901234567890'],
  ['{"jsonrpc":"2.0","id":null,"method":"m"}', -32600, undefined],
  ['{"jsonrpc":"2.0","id":{"a":1},"method":"m"}', -32600, undefined],
  ['{"jsonrpc":"2.0","id":1,"method":5}', -32600, '1'],
  ['{"id":1,"method":"m"}', -32600, '1'],
  ['{"jsonrpc":"1.0","id":1,"method":"m"}', -32600, '1'],
  ['{"jsonrpc":2.0,"id":1,"method":"m"}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken":1e400}}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":1.5,"x":[}}}', -32700, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":NaN}}', -32700, '1'],
  ['{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":"\u0001"}}', -32700, '1'],
  [`{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":"${'x'.repeat(300)}\u0001"}}`, -32700, '1'],
  [`{"jsonrpc":"2.0","id":1,"method":"m","params":${'['.repeat(6000)}${']'.repeat(6000)}}`, -32700, '1'],
])('the request %s is refused', (text, code, id) => {
  expect(refusalOf(text)).toEqual({ code, id, isRequest: true });
});

test.each([
  ['{"jsonrpc":"2.0","id":1}', -32600, '1'],
  ['{"id":1,"result":{}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"result":null}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"result":[1]}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"result":"x"}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"error":"x"}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"error":null}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":1}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":1e400,"message":"x"}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"result":{},"error":{}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"result":{},"Result":{}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":1,"result":{"isError":false,"isError":true}}', -32600, '1'],
  ['{"jsonrpc":"2.0","id":[1],"result":{}}', -32600, undefined],
  ['{"jsonrpc":"2.0","id":1,"result":{"a":}}', -32700, '1'],
  ['{"jsonrpc":"2.0","result":{"a":},"id":1}', -32700, '1'],
  ['{"jsonrpc":"2.0","result":{"a":}, "id" : "x-1" }', -32700, '"x-1"'],
  ['not a message', -32700, undefined],
  ['{}', -32600, undefined],
  ['[]', -32600, undefined],
  ['1', -32600, undefined],
  ['', -32700, undefined],
])('the answer %s is refused', (text, code, id) => {
  expect(refusalOf(text)).toEqual({ code, id, isRequest: false });
});

test('a key with an escape is found, and stays as it is written', () => {
  const frame = frameIn(String.raw`{"jsonrpc":"2.0","\u0069d":3,"method":"tools/call","params":{"n\u0061me":"t"}}`);
  expect(frame.message).toMatchObject({ id: 3, params: { name: 't' } });
  expect(requestText(frame, 1, 'u', undefined)).toBe(
    String.raw`{"jsonrpc":"2.0","\u0069d":1,"method":"tools/call","params":{"n\u0061me":"u"}}`,
  );
});

test('an answer may spell its id in another way', () => {
  expect(frameIn('{"jsonrpc":"2.0","id":1.0,"result":{}}').message.id).toBe(1);
  expect(frameIn('{"jsonrpc":"2.0","id":"1","result":{}}').message.id).toBe('1');
});

test('numbers keep all their digits', () => {
  const text =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"n":9007199254740993,"x":1.0,"y":1e400}}}';
  expect(requestText(frameIn(text), 2, 'u', undefined)).toBe(
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"u","arguments":{"n":9007199254740993,"x":1.0,"y":1e400}}}',
  );
});

test('progress is renamed and nothing else', () => {
  const text =
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":5,"progress":0.10,"total":1e400}}';
  expect(textOf(progressFrame(frameIn(text), 'own'))).toBe(text.replace('5', '"own"'));
  const call = frameIn(
    '{"jsonrpc":"2.0","id":1,"method":"m","params":{"name":"a","_meta":{"x":1e400,"progressToken":"p"}}}',
  );
  expect(withProgressToken(call, 9, 'b')).toBe(
    '{"jsonrpc":"2.0","id":9,"method":"m","params":{"name":"b","_meta":{"x":1e400,"progressToken":9}}}',
  );
});

test('in a list of messages each is read by itself', () => {
  const read = readFrames(
    '[{"jsonrpc":"2.0","id":1,"method":"a"}, {"id":2,"id":3} ,{"jsonrpc":"2.0","method":"b","params":{"x":9007199254740993}}]',
  );
  expect(read.map((one) => one instanceof BadMessage)).toEqual([false, true, false]);
  expect(read[2]).toBeInstanceOf(ScannedFrame);
  expect(textOf(read[2] as Frame)).toBe('{"jsonrpc":"2.0","method":"b","params":{"x":9007199254740993}}');
});

test('parts of a text are replaced where they stand', () => {
  expect(
    splice('abcdef', [
      [[1, 2], 'X'],
      [[4, 4], 'Y'],
    ]),
  ).toBe('aXcdYef');
});
