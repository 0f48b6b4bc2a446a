import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../src/runtime/connect/session/questions.ts';
import type { Session } from '../../../../src/runtime/connect/session/session.ts';
import { json, modern, openStream, withSessions } from '../../servers/http.mjs';
import { started, to } from '../../support/remote.ts';

const question = {
  message: 'Sure?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string', default: 'Ada' }, age: { type: 'integer', default: 36 } },
  },
};

type Server = Awaited<ReturnType<typeof started>>;

async function sessionWith({ url }: Server, answer?: Answer): Promise<[Session, unknown[]]> {
  const asked: unknown[] = [];
  const ask = async (_: unknown, what: unknown): Promise<Answer> => {
    asked.push(what);
    return answer ?? { action: 'cancel' };
  };
  return [await to(url, {}, answer && { ask }).ready(), asked];
}

const paramsOf = ({ requests }: Server): Record<string, unknown>[] =>
  requests.filter(({ message }) => message?.method === 'tools/call').map(({ message }) => message.params);

describe('a modern server that asks', () => {
  const asking = async (results: object[]): Promise<Server> =>
    started((request, response) => {
      const { id, method } = request.message ?? {};
      const result = method === 'tools/call' ? results.shift() : undefined;
      return result ? json(response, { jsonrpc: '2.0', id, result }) : modern(request, response);
    });
  const once = (): object => ({
    resultType: 'input_required',
    inputRequests: { one: { method: 'elicitation/create', params: question } },
    requestState: ' {"as": "it is"} ',
  });

  it('gets the same request again with the answers as they were given, and its own state', async () => {
    const server = await asking([once()]);
    const [session, asked] = await sessionWith(server, { action: 'accept', content: { age: 4 } });
    const result = await session.request('tools/call', { name: 'strange', arguments: { a: 1 } });
    expect(result).toMatchObject({ resultType: 'complete' });
    expect(asked).toEqual([question]);
    expect(paramsOf(server)).toMatchObject([
      { _meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} } } } },
      {
        name: 'strange',
        arguments: { a: 1 },
        inputResponses: { one: { action: 'accept', content: { age: 4 } } },
        requestState: ' {"as": "it is"} ',
      },
    ]);
  });

  it('gets its defaults when the user accepts without input', async () => {
    const server = await asking([once()]);
    const [session] = await sessionWith(server, { action: 'accept' });
    await session.request('tools/call', { name: 'strange' });
    expect(paramsOf(server)[1]).toMatchObject({
      inputResponses: { one: { action: 'accept', content: { name: 'Ada', age: 36 } } },
    });
  });

  it('is told when the user declines', async () => {
    const server = await asking([once()]);
    const [session] = await sessionWith(server, { action: 'decline', content: { age: 4 } });
    await session.request('tools/call', { name: 'strange' });
    expect(paramsOf(server)[1]).toMatchObject({ inputResponses: { one: { action: 'decline' } } });
    expect(JSON.stringify(paramsOf(server)[1])).not.toContain('age');
  });

  it('gets only what it sent when it asks nothing', async () => {
    const server = await asking([{ resultType: 'input_required', requestState: 's' }]);
    const [session] = await sessionWith(server, { action: 'accept' });
    await session.request('tools/call', { name: 'strange' });
    expect(paramsOf(server)[1]).toMatchObject({ requestState: 's' });
    expect(paramsOf(server)[1]).not.toHaveProperty('inputResponses');
  });

  it('is not listened to for ever, nor when it asks for something else', async () => {
    const [session] = await sessionWith(await asking(Array.from({ length: 50 }, once)), { action: 'accept' });
    await expect(session.request('tools/call', { name: 'strange' })).rejects.toThrow('keeps asking');
    const sampling = { resultType: 'input_required', inputRequests: { one: { method: 'sampling/createMessage' } } };
    const [other] = await sessionWith(await asking([sampling]), { action: 'accept' });
    await expect(other.request('tools/call', { name: 'strange' })).rejects.toThrow('was not advertised');
  });

  it('is forwarded unchanged when there is no user, and is told so', async () => {
    const server = await asking([once()]);
    const [session] = await sessionWith(server);
    await expect(session.request('tools/call', { name: 'strange' })).resolves.toEqual(once());
    expect(paramsOf(server)).toMatchObject([{ _meta: { 'io.modelcontextprotocol/clientCapabilities': {} } }]);
    expect(JSON.stringify(paramsOf(server))).not.toContain('elicitation');
  });
});

it('an older server that asks while it works gets the answer', async () => {
  const { handler } = withSessions();
  let answer: (value: unknown) => void = () => {};
  const answered = new Promise((done) => {
    answer = done;
  });
  const server = await started(async (request, response) => {
    const { id, method, result } = request.message ?? {};
    if (result) answer(result);
    if (method !== 'tools/call') return handler(request, response);
    const write = openStream(response);
    write({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: question });
    write({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: JSON.stringify(await answered) }] } });
    return response.end();
  });
  const [session] = await sessionWith(server, { action: 'accept', content: { name: 'Bob' } });
  const text = JSON.stringify({ action: 'accept', content: { name: 'Bob' } });
  await expect(session.request('tools/call', { name: 'echo' })).resolves.toEqual({ content: [{ type: 'text', text }] });
});
