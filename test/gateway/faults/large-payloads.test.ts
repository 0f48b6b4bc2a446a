import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialize, type RawClient } from '../probe/raw-client.ts';
import { gatewayHome, serveHttp, serveStdio } from '../probe/serve.ts';
import { call, faulty, textOf, untilOffered } from './faulty.ts';

const home = gatewayHome({ big: faulty() });
afterAll(() => home.remove());

describe.each(['stdio', 'http'] as const)('over %s', (front) => {
  let client: RawClient;
  let end = async (): Promise<void> => {};

  beforeAll(async () => {
    if (front === 'stdio') {
      client = serveStdio(home);
      end = async () => client.close();
    } else {
      const served = await serveHttp(home);
      client = served.client();
      end = async () => served.close();
    }
    await initialize(client);
    await untilOffered(client, 'echo');
  });
  afterAll(async () => end());

  it('carries 64 KiB there and back as it is, many at a time', async () => {
    // Quotes, line ends, surrogates and a separator that JavaScript is particular about.
    const texts = Array.from({ length: 16 }, (_, index) => `${index} "\\\n\u2028🙂${'ü'.repeat(32_768)}`);
    const answers = await Promise.all(texts.map(async (text) => call(client, 'echo', { text })));
    expect(answers.map(textOf)).toEqual(texts);
  });

  it('carries 10 MB there and back, and small ones beside it', async () => {
    const text = 'abcdefghij'.repeat(1024 * 1024);
    const [large, small, sized] = await Promise.all([
      call(client, 'echo', { text }),
      call(client, 'echo', { text: 'small' }),
      call(client, 'size', { size: 10 * 1024 * 1024 }),
    ]);
    expect(textOf(large) === text).toBe(true);
    expect(textOf(small)).toBe('small');
    expect(textOf(sized)).toHaveLength(10 * 1024 * 1024);
  });
});
