import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { serveStdio } from '../../../src/gateway/stdio/serve-stdio.ts';
import { scriptedGateway } from '../http/support/scripted-gateway.ts';

it('does not read the input of a client that does not read its answers, until it does', async () => {
  const text = 'x'.repeat(64 * 1024);
  const gateway = scriptedGateway(({ id }, session) => session.send({ id: id ?? 0, result: { text } }, id ?? 0));
  const count = 2000;
  let asked = 0;
  // A piece at a time, as from a pipe.
  const input = new Readable({
    read() {
      asked += 1;
      const line = `${JSON.stringify({ jsonrpc: '2.0', id: asked, method: 'any' })}\n`;
      setImmediate(() => this.push(asked <= count ? line : null));
    },
  });
  let answered = 0;
  let read: (() => void) | undefined;
  let isReading = false;
  const output = new Writable({
    write(chunk, _, done) {
      answered += String(chunk).split('\n').length - 1;
      if (isReading) done();
      else read = done;
    },
  });
  const served = serveStdio(gateway, { input, output });
  await expect.poll(() => input.isPaused()).toBe(true);
  const received = (): number => gateway.sessions[0]?.received.length ?? 0;
  // 8 MB of answers, and what came with the last piece.
  expect(received()).toBeLessThan(800);
  isReading = true;
  read?.();
  await expect.poll(() => answered).toBe(count);
  expect(received()).toBe(count);
  await served;
});
