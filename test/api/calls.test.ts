import { expect, it } from 'vitest';
import type { ApiEvent } from '../../src/api/contract/events.ts';
import { benchPage, callOf, secret } from './support/workbench.ts';

const tool = (name: string, args: object = {}): object => ({
  kind: 'tool',
  server: 'bench',
  tool: name,
  arguments: args,
});
const isQuestion = (event: ApiEvent): event is Extract<ApiEvent, { type: 'question' }> => event.type === 'question';

it('is made, told of and remembered, with what it is on the command line and on the wire', async () => {
  const page = benchPage();
  const call = await callOf(page, tool('echo', { message: "it's me" }));
  expect(call).toMatchObject({
    state: 'done',
    result: { content: [{ type: 'text', text: "it's me" }], structuredContent: { said: ["it's me"] } },
  });
  expect(call.asCommand).toContain('plugboard call bench echo --args');
  expect(JSON.parse(call.asJsonRpc)).toMatchObject({ method: 'tools/call', params: { name: 'echo' } });
  expect(call.ms).toBeTypeOf('number');
  const told = page.events.filter((event) => event.type === 'call');
  expect(told.every((event) => !('result' in event.call))).toBe(true);
  await callOf(page, { kind: 'resource', server: 'bench', uri: 'bench://notes' });
  const { body } = await page.get('calls?server=bench&tool=echo');
  expect(body).toMatchObject([{ id: call.id, state: 'done' }]);
  expect((await page.get('calls')).body).toHaveLength(2);
  expect((await page.get('calls/nothing')).status).toBe(404);
});

it('shows no secret that the server was given, whatever the server does with it', async () => {
  const page = benchPage();
  const call = await callOf(page, tool('secret'));
  expect(JSON.stringify(call.result)).toContain('the token is ••••');
  await page.get('logs');
  expect(page.replies.filter((reply) => reply.includes(secret))).toEqual([]);
});

it('is refused without a yes when the tool says that it destroys something', async () => {
  const page = benchPage();
  // Nothing is known about the tool before the server is asked, and it is asked before the tool is called.
  const first = await callOf(page, tool('drop', { table: 'people' }));
  expect(first).toMatchObject({ state: 'failed', problem: { code: 'confirmation-needed' } });
  const second = await page.post('calls', tool('drop', { table: 'people' }));
  expect(second).toMatchObject({ status: 409, body: { error: { code: 'confirmation-needed' } } });
  const third = await callOf(page, { ...tool('drop', { table: 'people' }), confirmed: true });
  expect(third.result).toMatchObject({ content: [{ text: 'people is gone' }] });
});

it('says why it failed', async () => {
  const page = benchPage();
  expect(await callOf(page, tool('fail'))).toMatchObject({
    state: 'failed',
    problem: { code: 'tool-failed', message: 'it does not work' },
    result: { isError: true },
  });
  const refused = await callOf(page, tool('refuse'));
  expect(refused).toMatchObject({ state: 'failed', problem: { code: 'call-failed' } });
  expect(refused.problem?.message).toContain('Not today');
  expect(await callOf(page, tool('ecco'))).toMatchObject({ problem: { code: 'tool-unknown' } });
  expect((await page.post('calls', { ...tool('x'), server: 'bensh' })).body.error).toMatchObject({
    code: 'server-unknown',
  });
  expect((await page.post('calls', { kind: 'tool', server: 'bench', tool: 'x' })).body.error).toMatchObject({
    field: 'arguments',
  });
});

it('tells of its progress and can be cancelled', async () => {
  const page = benchPage();
  const { body } = await page.post('calls', tool('count'));
  const at = await page.event((event) => event.type === 'call' && event.call.progress !== undefined);
  expect(at).toMatchObject({ call: { progress: { progress: 1, total: 3, message: 'one' } } });
  await page.del(`calls/${body.id}`);
  const end = await page.event((event) => event.type === 'call' && event.call.state !== 'running');
  expect(end).toMatchObject({ call: { state: 'cancelled' } });
});

it('gives up when the server takes longer than it may', async () => {
  const page = benchPage();
  page.write('.codex/config.toml', `${page.read('.codex/config.toml')}tool_timeout_sec = 1\n`);
  const counted = await callOf(page, tool('count'));
  expect(counted).toMatchObject({ state: 'failed', problem: { code: 'server-unreachable' } });
});

it('puts questions of the server to the person, and takes the answer back', async () => {
  const page = benchPage();
  const { body } = await page.post('calls', tool('who'));
  const { question } = await page.event(isQuestion);
  expect(question).toMatchObject({
    server: 'bench',
    call: body.id,
    kind: 'form',
    message: 'Who are you?',
    isOver: false,
  });
  expect((await page.get('questions')).body).toMatchObject([{ id: question.id }]);
  expect((await page.post(`questions/${question.id}`, { action: 'maybe' })).status).toBe(400);
  await page.post(`questions/${question.id}`, { action: 'accept', content: { name: 'Ada' } });
  await page.event((event) => event.type === 'call' && event.call.state === 'done');
  const call = (await page.get(`calls/${body.id}`)).body;
  expect(JSON.parse(call.result.content[0].text)).toEqual({
    action: 'accept',
    content: { name: 'Ada' },
  });
  expect((await page.get('questions')).body).toEqual([]);
  expect((await page.post(`questions/${question.id}`, { action: 'cancel' })).status).toBe(404);
});

it('takes its questions back when it is cancelled', async () => {
  const page = benchPage();
  const { body } = await page.post('calls', tool('who'));
  await page.event(isQuestion);
  await page.del(`calls/${body.id}`);
  await page.event((event) => isQuestion(event) && event.question.isOver);
  expect((await page.get('questions')).body).toEqual([]);
});

it('declines what servers want from models', async () => {
  const call = await callOf(benchPage(), tool('think'));
  expect(JSON.stringify(call.result)).toContain('Plugboard does not support sampling/createMessage.');
});

it('lists resources and prompts, reads and gets them', async () => {
  const page = benchPage();
  expect((await page.get('servers/bench/resources')).body).toEqual({
    resources: [{ uri: 'bench://notes', name: 'Notes', mimeType: 'text/plain' }],
    templates: [{ uriTemplate: 'bench://note/{id}', name: 'One note' }],
  });
  expect((await page.get('servers/bench/prompts')).body).toEqual([
    { name: 'review', description: 'Reviews code.', arguments: [{ name: 'language', required: true }] },
  ]);
  const got = await callOf(page, {
    kind: 'prompt',
    server: 'bench',
    prompt: 'review',
    arguments: { language: 'Rust' },
  });
  expect(got.result).toMatchObject({ messages: [{ content: { text: 'Review this Rust.' } }] });
  expect(got.asCommand).toBe('plugboard prompts bench review language=Rust');
});

it('never starts an unapproved or disabled server', async () => {
  const page = benchPage();
  page.write('work/.mcp.json', { mcpServers: { stranger: { command: 'touch', args: [page.path('started')] } } });
  page.write('.cursor/mcp.json', { mcpServers: {} });
  page.write('own/servers.json', {});
  for (const path of ['servers/stranger/resources', 'servers/stranger/prompts'])
    expect(await page.get(path)).toMatchObject({ status: 409, body: { error: { code: 'approval-needed' } } });
  const call = await page.post('calls', { ...tool('x'), server: 'stranger' });
  expect(call).toMatchObject({ status: 409, body: { error: { code: 'approval-needed' } } });
  const asked = await page.post('tools/refresh', { server: 'stranger' });
  expect(asked).toMatchObject({ status: 409, body: { error: { code: 'approval-needed' } } });
  expect(() => page.read('started')).toThrow('ENOENT');
});
