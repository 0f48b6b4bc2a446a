import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStream } from '../../../../src/runtime/connect/http/event-stream.ts';
import { IdleAllowance } from '../../../../src/runtime/connect/http/idle-allowance.ts';

interface Reading {
  readonly data: string[];
  readonly faults: string[];
  readonly stream: EventStream;
}

function read(chunks: readonly (string | Uint8Array)[], limit = 16 * 1024 * 1024): Reading {
  const data: string[] = [];
  const faults: string[] = [];
  const stream = new EventStream(limit, {
    onData: (one) => data.push(one),
    onFault: ({ message }) => faults.push(message),
  });
  for (const chunk of chunks) stream.push(Buffer.from(chunk));
  return { data, faults, stream };
}

const events =
  'id: 1\nretry: 7\ndata: {"a":\ndata: 1}\n\n: hello\n\nevent: message\ndata:früh\n\nevent: x\ndata: no\n\n';

describe('the line ends of a stream', () => {
  it('may be all that the standard allows, however the bytes arrive', () => {
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(ends, fc.array(fc.nat(200)), (end, cuts) => {
        const bytes = Buffer.from(`\ufeff${events.replaceAll('\n', end)}`);
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
        const { data, stream } = read(places.slice(1).map((to, index) => bytes.subarray(places[index], to)));
        expect(data).toEqual(['{"a":\n1}', 'früh']);
        expect(stream).toMatchObject({ lastId: '1', retryMs: 7 });
      }),
    );
  });

  it('end a line at once, before anything follows', () => {
    expect(read(['data: a\r\r']).data).toEqual(['a']);
    expect(read(['data: a\r', '\n\r', '\ndata: b\n\r']).data).toEqual(['a', 'b']);
  });
});

describe('a stream that holds much, and no message', () => {
  const none = ['The server sent too many empty lines and comments, and no message.'];
  const many = 100_000;

  it.each([
    ['empty lines', '\n'.repeat(many)],
    ['comments', ':\n'.repeat(many)],
    ['fields that nobody knows', 'x\n'.repeat(many)],
    ['ids', 'id: 1\n'.repeat(many)],
    ['events of another kind', 'event: x\ndata: y\n\n'.repeat(many / 4)],
    ['events without data', 'data\n\n'.repeat(many)],
    ['a long comment', `:${'x'.repeat(2 * 1024 * 1024)}\n`],
  ])('is given up: %s', (_, text) => {
    const { data, faults } = read([text, 'data: late\n\n']);
    expect([data, faults]).toEqual([[], none]);
  });

  it('is given up when one event has too many lines', () => {
    expect(read(['data:\n'.repeat(many)], 1024 * 1024).faults).toEqual([
      'The server sent a message of more than 1 MB.',
    ]);
  });

  it('is read on when messages come in between', () => {
    const text = `${'\n'.repeat(2000)}data: a\n\n`.repeat(100);
    expect(read([text])).toMatchObject({ data: Array.from({ length: 100 }, () => 'a'), faults: [] });
  });

  it('may take days, with a comment every second', () => {
    let now = 0;
    const allowance = new IdleAllowance(() => now);
    const isKept = Array.from({ length: 300_000 }, (_, second) => {
      now = second * 1000;
      return allowance.spend(20, 2);
    });
    expect(isKept).not.toContain(false);
    expect(Array.from({ length: 10_000 }, () => allowance.spend(0))).toContain(false);
  });
});
