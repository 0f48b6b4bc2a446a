import type { Answers, RawClient, WireMessage } from './raw-client.ts';

type Row = (client: RawClient, hello: WireMessage) => Promise<unknown>;

/** The client's responses, with unknown fields that must be forwarded. */
export const answers: Answers = {
  'sampling/createMessage': () => ({
    result: { role: 'assistant', model: 'm', content: { type: 'text', text: 'SAMPLED' }, futureField: 1 },
  }),
  'elicitation/create': () => ({ result: { action: 'accept', content: { name: 'Ada' }, futureField: 1 } }),
  'roots/list': () => ({ result: { roots: [{ uri: 'file:///probe', name: 'p', futureField: 1 }] } }),
};

export const capabilities = { sampling: {}, elicitation: {}, roots: { listChanged: true } };

const call = async (client: RawClient, name: string, more: object = {}): Promise<WireMessage> =>
  client.request('tools/call', { name, arguments: {}, ...more });

const toolsOf = async (client: RawClient): Promise<readonly { readonly name: string }[]> => {
  const { result = {} } = await client.request('tools/list', {});
  return result['tools'] as { name: string }[];
};

/** Without the id, which is the client's own, and without the version. */
const said = ({ result, error }: WireMessage): unknown => result ?? { error };

const textIn = ({ result }: WireMessage): unknown => {
  const [first] = (result?.['content'] ?? []) as { text: string }[];
  return JSON.parse(first?.text ?? 'null');
};

/** What was asked last, without its id. */
const question = ({ questions }: RawClient, method: string): unknown =>
  questions.findLast((one) => one.method === method)?.params;

const told =
  (method: string) =>
  (message: WireMessage): boolean =>
    message.method === method;

/** A feature each: what a client gets to see of it. The same has to come out whatever is in between. */
export const rows: Readonly<Record<string, Row>> = {
  'tool metadata': async (client) => (await toolsOf(client)).find(({ name }) => name === 'structured'),
  'names of tools': async (client) => {
    return (await toolsOf(client))
      .map(({ name }) => name)
      .filter((name) => name !== 'grown')
      .toSorted();
  },
  instructions: async (_, { result }) => String(result?.['instructions']).includes('PROBE INSTRUCTIONS'),
  capabilities: async (_, { result }) => Object.keys(result?.['capabilities'] as object).toSorted(),
  progress: async (client) => {
    const answer = await call(client, 'progress', { _meta: { progressToken: 'mine' } });
    const steps = client.told.filter(({ params }) => params?.['progressToken'] === 'mine');
    return [said(answer), steps.map(({ method, params }) => ({ method, params }))];
  },
  cancel: async (client) => {
    const { id } = client.begin('tools/call', { name: 'hang', arguments: {}, _meta: { progressToken: 77 } });
    await client.heard(({ params }) => params?.['progressToken'] === 77);
    await client.notify('notifications/cancelled', { requestId: id, reason: 'no longer wanted' });
    return said(await call(client, 'why-cancelled'));
  },
  sampling: async (client) => [textIn(await call(client, 'sample')), question(client, 'sampling/createMessage')],
  elicitation: async (client) => [textIn(await call(client, 'elicit')), question(client, 'elicitation/create')],
  roots: async (client) => textIn(await call(client, 'roots')),
  'roots changed': async (client) => {
    await client.notify('notifications/roots/list_changed');
    return said(await call(client, 'roots-changed'));
  },
  'unknown question': async (client) => {
    const { error } = textIn(await call(client, 'ask-unknown')) as { error: { code: number } };
    return [error.code, question(client, 'probe/question')];
  },
  logging: async (client) => {
    const level = said(await client.request('logging/setLevel', { level: 'debug' }));
    await call(client, 'log');
    return [level, (await client.heard(told('notifications/message'))).params];
  },
  'list changed': async (client) => {
    const before = client.told.length;
    await call(client, 'grow');
    const isChange = told('notifications/tools/list_changed');
    await client.heard((message) => isChange(message) && client.told.indexOf(message) >= before);
    return (await toolsOf(client)).some(({ name }) => name === 'grown');
  },
  'structured content': async (client) => said(await call(client, 'structured')),
  'metadata and unknown fields of a request': async (client) =>
    textIn(await call(client, 'meta', { _meta: { 'a/b': { c: 'Q' } }, futureParam: ['kept'] })),
  'failure of a tool': async (client) => said(await call(client, 'fail')),
  'error of the protocol': async (client) => said(await call(client, 'rpc-error')),
  'unknown content': async (client) => said(await call(client, 'future-content')),
  'numbers as they are': async (client) => {
    const { result } = await call(client, 'echo', { arguments: { text: '1.0 \u2028 "quoted" \\ 🙂' } });
    return result;
  },
  resources: async (client) => [
    said(await client.request('resources/list', {})),
    said(await client.request('resources/read', { uri: 'probe://r1' })),
    said(await client.request('resources/read', { uri: 'probe://t/7' })),
  ],
  templates: async (client) => said(await client.request('resources/templates/list', {})),
  subscribe: async (client) => [
    said(await client.request('resources/subscribe', { uri: 'probe://r1' })),
    (await client.heard(told('notifications/resources/updated'))).params,
    said(await client.request('resources/unsubscribe', { uri: 'probe://r1' })),
  ],
  prompts: async (client) => [
    said(await client.request('prompts/list', {})),
    said(await client.request('prompts/get', { name: 'p1', arguments: { x: 'y' } })),
  ],
  completion: async (client) =>
    said(
      await client.request('completion/complete', {
        ref: { type: 'ref/prompt', name: 'p1' },
        argument: { name: 'x', value: 'v' },
      }),
    ),
  ping: async (client) => said(await client.request('ping')),
  'unknown method': async (client) => said(await client.request('probe/custom', { deep: { kept: [1] } })),
  'method of nobody': async (client) => (await client.request('nobody/knows', {})).error?.code,
  'unknown notification': async (client) => {
    await call(client, 'tell-unknown');
    return (await client.heard(told('notifications/probe/custom'))).params;
  },
};
