import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Traffic } from '../../../../src/runtime/connect/session/traffic.ts';
import { connectionTo } from '../../support/managed.ts';

const workbench = fileURLToPath(new URL('../../../api/servers/workbench.mjs', import.meta.url));
const secret = 'a-token-nobody-may-see';

async function callTool(name: string): Promise<{ heard: Traffic[]; log: string[] }> {
  const heard: Traffic[] = [];
  const log: string[] = [];
  const server = { command: process.execPath, args: [workbench], env: { TOKEN: secret } };
  const connection = connectionTo(
    { name: 'bench', server },
    { onTraffic: (_, traffic) => heard.push(traffic), log: ({ message }) => log.push(message) },
  );
  const session = await connection.ready();
  await session.request('tools/call', {
    name,
    arguments: { message: secret, password: 'hunter2', long: 'x'.repeat(5000) },
  });
  return { heard, log };
}

it('is heard with each answer beside its request, and without secrets', async () => {
  const { heard } = await callTool('echo');
  expect(heard[0]).toMatchObject({ kind: 'request', from: 'us', method: 'initialize' });
  const [request, answer] = heard.filter(({ method }) => method === 'tools/call');
  expect(request).toMatchObject({ kind: 'request', from: 'us', isError: false });
  expect(answer).toMatchObject({ kind: 'response', from: 'server', pair: request?.pair, isError: false });
  expect(answer?.ms).toBeTypeOf('number');
  expect(answer?.text).toContain('••••');
  expect(request?.text).toContain('(5000 characters)');
  expect(heard.some(({ kind, method }) => kind === 'notification' && method === 'notifications/message')).toBe(true);
  expect(JSON.stringify(heard)).not.toMatch(/a-token|hunter2/);
});

it('holds what a server asks for and is declined', async () => {
  const { heard, log } = await callTool('think');
  const [question, answer] = heard.filter(({ method }) => method === 'sampling/createMessage');
  expect(question).toMatchObject({ kind: 'request', from: 'server' });
  expect(answer).toMatchObject({ kind: 'response', from: 'us', pair: question?.pair, isError: true });
  expect(answer?.text).toContain('Plugboard does not support sampling/createMessage.');
  expect(log).toContain('It requested sampling/createMessage, which is not supported.');
});
