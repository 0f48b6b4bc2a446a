import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptParts } from '../../src/opencode/turn/prompt-parts.ts';
import { watchSession } from '../../src/opencode/turn/watch.ts';
import { connect, type InProcess, startInProcess } from './support/in-process.ts';
import type { Peer, ToolAnswer } from './support/peer.ts';
import { makeWorld, type World } from './support/world.ts';

let world: World;
let server: InProcess;
let peer: Peer;

beforeAll(async () => {
  world = await makeWorld();
  server = await startInProcess(world, { OPENCODE_MCP_TOOLSETS: 'all' });
  peer = server.peer;
  await peer.call('opencode_run', { prompt: 'Warm up' });
}, 120_000);

afterAll(async () => {
  await server.app.close();
  await world.model.close();
});

const run = async (args: object, from = peer): Promise<ToolAnswer['data']> =>
  (await from.call('opencode_run', args)).data;
const statusOf = async (sessionId: string, waitSeconds = 60): Promise<ToolAnswer['data']> =>
  (await peer.call('opencode_session_status', { sessionIds: [sessionId], waitSeconds })).data['sessions'][0];
const bash = (command: string) => ({ tool: 'bash', arguments: { command, description: 'Do it' } });

describe('waiting', () => {
  it('returns when the time is up, and the turn goes on', async () => {
    world.model.script('slow', bash('sleep 3; echo done > slow.txt'), { text: 'Slept.' });
    const { status, sessionId } = await run({ prompt: '[[slow]]', access: 'full', waitSeconds: 1 });
    expect(status).toBe('running');
    expect(await statusOf(sessionId)).toMatchObject({ status: 'completed', answer: 'Slept.' });
    expect(existsSync(join(world.project, 'slow.txt'))).toBe(true);
  });

  it('refuses a second prompt while the first is at work', async () => {
    world.model.script('busy', { hang: true });
    const { sessionId } = await run({ prompt: '[[busy]]', waitSeconds: 0 });
    const { data } = await peer.call('opencode_session_prompt', { sessionId, prompt: 'And this' });
    expect(data).toMatchObject({ code: 'SESSION_BUSY', sessionId });
    await peer.call('opencode_session_abort', { sessionId });
  });

  it('tells how far it is, if the client wants to know', async () => {
    const { notifications } = peer;
    const before = notifications.length;
    world.model.script('steps', bash('echo one'), bash('sleep 1.5'), { text: 'Done' });
    const progress = peer.upcoming('notifications/progress', ({ params }) =>
      String(params?.['message']).startsWith('bash'),
    );
    const answer = peer.call('opencode_run', { prompt: '[[steps]]', access: 'full' }, { progressToken: 'p1' });
    expect((await progress).params).toMatchObject({ progressToken: 'p1' });
    await answer;
    const values = notifications.slice(before).map(({ params }) => params?.['progress']);
    expect(values).toEqual(values.toSorted((a, b) => Number(a) - Number(b)));
  });

  it('stops the turn when the call is cancelled', async () => {
    world.model.script('endless', bash('sleep 60; echo never > never.txt'), { text: 'Never' });
    const title = 'To be cancelled';
    const progress = peer.upcoming('notifications/progress', ({ params }) =>
      String(params?.['message']).includes('running'),
    );
    const { id } = peer.begin('tools/call', {
      name: 'opencode_run',
      arguments: { prompt: '[[endless]]', access: 'full', title },
      _meta: { progressToken: 'p2' },
    });
    await progress;
    peer.notify('notifications/cancelled', { requestId: id, reason: 'changed my mind' });
    const { data } = await peer.call('opencode_session_list', { search: title });
    await expect.poll(async () => (await statusOf(data['sessions'][0]['sessionId']))['status']).toBe('aborted');
    expect(existsSync(join(world.project, 'never.txt'))).toBe(false);
  });
});

describe('what needs a person', () => {
  it('is told at once: a question', async () => {
    const questions = [
      {
        question: 'Tea or coffee?',
        header: 'Drink',
        options: [
          { label: 'Tea', description: 'Hot' },
          { label: 'Coffee', description: 'Hot' },
        ],
      },
    ];
    world.model.script('question', { tool: 'question', arguments: { questions } }, { text: 'Served.' });
    const { status, sessionId, requests } = await run({ prompt: '[[question]]' });
    expect(status).toBe('waiting_input');
    expect(requests).toMatchObject([{ kind: 'question', questions: [{ question: 'Tea or coffee?' }] }]);
    const [{ requestId }] = requests;
    const incomplete = await peer.call('opencode_request_reply', { requestId });
    expect(incomplete.data['code']).toBe('INVALID_INPUT');
    expect((await peer.call('opencode_request_reply', { requestId, answers: [['Tea']] })).isError).toBe(false);
    expect(await statusOf(sessionId)).toMatchObject({ status: 'completed', answer: 'Served.' });
    const results = world.model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool');
    expect(JSON.stringify(results)).toContain('Tea');
  });

  it('is told at once: a permission that a subagent needs', async () => {
    world.model.script(
      'parent',
      { tool: 'task', arguments: { description: 'Sub', prompt: '[[child]]', subagent_type: 'general' } },
      { text: 'All done.' },
    );
    world.model.script('child', bash('echo sub > sub.txt'), { text: 'Sub done.' });
    await peer.call('opencode_permission_set', { tool: 'bash', action: 'ask' });
    const { status, sessionId, requests } = await run({ prompt: '[[parent]]' });
    expect(status).toBe('waiting_input');
    expect(requests[0]['sessionId']).not.toBe(sessionId);
    await peer.call('opencode_request_reply', { requestId: requests[0]['requestId'], reply: 'once' });
    expect(await statusOf(sessionId)).toMatchObject({ status: 'completed', answer: 'All done.' });
    expect(existsSync(join(world.project, 'sub.txt'))).toBe(true);
  });

  it('is asked through the client where it can be: a permission', async () => {
    const person = await connect(server.app, { elicitation: {} });
    const asked: unknown[] = [];
    person.answers.set('elicitation/create', (params) => {
      asked.push(params['message']);
      return { action: 'accept', content: { reply: 'once' } };
    });
    world.model.script('twice', bash('echo 1 > first.txt'), bash('echo 2 > second.txt'), { text: 'Twice.' });
    const data = await run({ prompt: '[[twice]]', access: 'ask' }, person);
    expect(data).toMatchObject({ status: 'completed', answer: 'Twice.' });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain('echo 1 > first.txt');
  });

  it('is rejected when the person declines', async () => {
    const person = await connect(server.app, { elicitation: { form: {} } });
    person.answers.set('elicitation/create', () => ({ action: 'decline' }));
    world.model.script('declined', bash('echo no > declined.txt'), { text: 'Then not.' });
    const data = await run({ prompt: '[[declined]]', access: 'ask' }, person);
    expect(data).toMatchObject({ status: 'rejected', stoppedBy: [{ tool: 'bash' }] });
    expect(await statusOf(data['sessionId'])).toMatchObject({ status: 'rejected' });
    expect(existsSync(join(world.project, 'declined.txt'))).toBe(false);
  });

  it('is asked through the client where it can be: a question', async () => {
    const person = await connect(server.app, { elicitation: {} });
    person.answers.set('elicitation/create', () => ({ action: 'accept', content: { answer1: 'Coffee' } }));
    const data = await run({ prompt: '[[question]]' }, person);
    expect(data).toMatchObject({ status: 'completed', answer: 'Served.' });
    expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain('Coffee');
  });
});

describe('access', () => {
  const toolsOf = (): (string | undefined)[] =>
    world.model.requests.findLast(({ tools }) => tools)?.tools?.map((tool) => tool.function.name) ?? [];

  it.each([
    ['read-only', ['edit', 'write', 'bash', 'task']],
    ['edit', ['bash']],
  ])('%s takes tools away', async (access, gone) => {
    await run({ prompt: 'Which tools?', access });
    for (const name of gone) expect(toolsOf()).not.toContain(name);
    expect(toolsOf()).toContain('read');
  });

  it('full does not ask', async () => {
    world.model.script('freely', bash('echo free > free.txt'), { text: 'Free.' });
    expect(await run({ prompt: '[[freely]]', access: 'full' })).toMatchObject({ status: 'completed' });
    expect(existsSync(join(world.project, 'free.txt'))).toBe(true);
  });
});

describe('answers', () => {
  it('come in pages when they are long', async () => {
    const long = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join('');
    expect(long.length).toBeGreaterThan(200_000);
    world.model.script('long', { text: long });
    const first = await run({ prompt: '[[long]]', maxChars: 40_000 });
    expect(first).toMatchObject({ truncated: true, total: long.length });
    let text: string = first['answer'];
    for (let cursor = first['nextCursor']; cursor !== undefined;) {
      const { data } = await peer.call('opencode_session_messages', {
        sessionId: first['sessionId'],
        cursor,
        maxChars: 40_000,
      });
      text += data['messages'][0]['text'];
      cursor = data['nextCursor'];
    }
    expect(text).toBe(long);
  });

  const outputSchema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };

  it('come as data when a schema is given', async () => {
    world.model.script('data', { text: '```json\n{"count": 3}\n```' });
    expect(await run({ prompt: '[[data]]', outputSchema })).toMatchObject({ status: 'completed', data: { count: 3 } });
  });

  it('that do not fit the schema get one chance', async () => {
    world.model.script('chance', { text: '{"count": "three"}' });
    const data = await run({ prompt: '[[chance]]', outputSchema });
    expect(data).toMatchObject({ code: 'OUTPUT_INVALID', answer: '{"count": "three"}' });
    expect(world.model.requests.at(-1)?.messages.at(-1)?.role).toBe('user');
    expect(await run({ prompt: 'x', outputSchema: { type: 'nonsense' } })).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('failures', () => {
  it('of the provider are told in its words', async () => {
    world.model.script('denied', { status: 401, message: 'This key is no good' });
    const data = await run({ prompt: '[[denied]]' });
    expect(data).toMatchObject({ code: 'PROVIDER_ERROR' });
    expect(data['error']).toContain('This key is no good');
    expect(data['sessionId']).toMatch(/^ses/);
  });

  it('that are tried again show as such', async () => {
    world.model.script('flaky', { status: 503, message: 'Overloaded' });
    const { sessionId, status } = await run({ prompt: '[[flaky]]', waitSeconds: 4 });
    expect(status).toBe('retrying');
    expect(await statusOf(sessionId, 0)).toMatchObject({ status: 'retrying', retry: { reason: expect.any(String) } });
    await peer.call('opencode_session_abort', { sessionId });
  });

  it('of one turn do not spoil the next', async () => {
    world.model.script('denied', { status: 401, message: 'This key is no good' });
    const { sessionId } = await run({ prompt: '[[denied]]' });
    for (const prompt of ['Again', '[[denied]]', 'And again', '[[denied]]', 'At last']) {
      const { data } = await peer.call('opencode_session_prompt', { sessionId, prompt });
      const wanted = prompt === '[[denied]]' ? { code: 'PROVIDER_ERROR' } : { answer: `You said: ${prompt}` };
      expect(data).toMatchObject(wanted);
    }
  });
});

describe('a prompt that OpenCode does not take up', () => {
  it('is noticed, and can be reverted to be sent again', async () => {
    const api = await server.app.api();
    const { id } = await api.post<{ id: string }>('/session');
    const turn = { sessionId: id, mark: 'stranded' };
    await api.post(`/session/${id}/message`, {
      noReply: true,
      parts: promptParts('Hello?', turn.mark, []),
    });
    const watch = await watchSession(server.app.events, api, id, () => undefined);
    const state = await watch.until(turn, Date.now() + 60_000, new AbortController().signal);
    watch.close();
    expect(state).toMatchObject({ kind: 'stranded', messageId: expect.stringMatching(/^msg/) });
    await api.send('DELETE', `/session/${id}/message/${state.kind === 'stranded' ? state.messageId : ''}`);
    expect(await api.get(`/session/${id}/message`)).toEqual([]);
  });
});

describe('two clients', () => {
  it('work in two directories at once and do not see each other', async () => {
    const other = world.newProject();
    const second = await connect(server.app);
    const [here, there] = await Promise.all([
      run({ prompt: 'Here' }),
      run({ prompt: 'There', directory: other }, second),
    ]);
    expect(here).toMatchObject({ status: 'completed', answer: 'You said: Here' });
    expect(there).toMatchObject({ status: 'completed', answer: 'You said: There' });
    const { data } = await second.call('opencode_session_list', { directory: other });
    expect(data['sessions']).toMatchObject([{ sessionId: there['sessionId'], directory: other }]);
  });
});
