import { describe, expect, it } from 'vitest';
import { limitBody } from '../../../../src/runtime/connect/http/limit-body.ts';

async function read(type: string, chunks: readonly string[], limit = 10): Promise<string> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
      controller.close();
    },
  });
  const response = new Response(body, { status: 201, statusText: 'Made', headers: { 'content-type': type, a: 'b' } });
  const limited = limitBody(response, limit, () => {});
  expect([limited.status, limited.statusText, limited.headers.get('a')]).toEqual([201, 'Made', 'b']);
  return limited.text();
}

describe('a body in one piece', () => {
  it('is taken up to the limit', async () => {
    await expect(read('application/json', ['12345', '67890'])).resolves.toBe('1234567890');
    await expect(read('application/json', ['12345', '67890', '1'])).rejects.toThrow('more than');
  });
});

describe('a stream of events', () => {
  it.each(['\n', '\r\n', '\r'])('has a limit for each of them, with %j for line ends', async (end) => {
    const events = Array.from({ length: 20 }, () => `data:1${end}${end}`);
    await expect(read('text/event-stream', events)).resolves.toBe(events.join(''));
    const torn = events.join('').split('');
    await expect(read('text/event-stream; charset=utf-8', torn)).resolves.toBe(events.join(''));
    await expect(read('text/event-stream', ['data:1234', `5678${end}`, `90${end}${end}`])).rejects.toThrow('more than');
  });
});

it('is not needed where there is no body', () => {
  const response = new Response(null, { status: 204 });
  expect(limitBody(response, 1, () => {})).toBe(response);
});
