import * as z from 'zod';
import { reads, replaces } from '../../mcp/annotations.ts';
import { pageList } from '../../mcp/page.ts';
import { reload } from '../config/reload.ts';
import type { Api } from '../upstream/api.ts';
import type { Providers } from '../upstream/types.ts';
import { cursor, directory, limit } from './fields.ts';
import { checkProvider } from './models.ts';
import { tool } from './tool.ts';

interface AuthMethod {
  readonly type: string;
  readonly label: string;
}

export const providerList = tool({
  name: 'opencode_provider_list',
  title: 'List providers',
  toolset: 'config',
  description: 'List model providers: which are connected, and how to sign in to the others.',
  annotations: reads,
  input: z.object({
    directory,
    connected: z.boolean().optional().describe('true: only connected ones; false: only the others.'),
    search: z.string().min(1).optional().describe('Text in ID or name.'),
    limit: limit(50, 200),
    cursor,
  }),
  output: z.looseObject({ providers: z.array(z.looseObject({ provider: z.string(), connected: z.boolean() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const [{ all, connected }, methods] = await Promise.all([
      api.get<Providers>('/provider'),
      api.get<Record<string, AuthMethod[]>>('/provider/auth'),
    ]);
    const wanted = input.search?.toLowerCase() ?? '';
    const found = all
      .map(({ id, name, env, models }) => ({
        provider: id,
        name,
        connected: connected.includes(id),
        models: Object.keys(models).length,
        ...(env && env.length > 0 ? { variables: env } : {}),
        ...(methods[id] ? { signIn: methods[id].map(({ type, label }) => ({ type, label })) } : {}),
      }))
      .filter((one) => input.connected === undefined || one.connected === input.connected)
      .filter((one) => `${one.provider} ${one.name}`.toLowerCase().includes(wanted));
    const { items, ...page } = pageList(found, input.limit, input.cursor, call.room);
    return { providers: items, ...page };
  },
});

const provider = z.string().regex(/^[\w.-]+$/, 'must be a provider ID');
const output = z.looseObject({ provider: z.string(), connected: z.boolean() });

export const authSet = tool({
  name: 'opencode_auth_set',
  title: 'Set an API key',
  toolset: 'config',
  description: 'Set the API key of a provider in OpenCode.',
  annotations: replaces,
  input: z.object({ directory, provider, key: z.string().min(8) }),
  output,
  async run({ directory: asked, provider: id, key }, call) {
    const api = await call.api(asked);
    await checkKnown(api, id);
    await api.send('PUT', `/auth/${id}`, { type: 'api', key });
    const effective = await reload(call.app, api, 'project');
    const { connected } = await api.get<Providers>('/provider');
    return { provider: id, stored: true, connected: connected.includes(id), effective };
  },
});

/** OpenCode stores a key under any name, even of an unknown provider. */
async function checkKnown(api: Api, id: string): Promise<void> {
  const [{ all }, methods, { provider: configured = {} }] = await Promise.all([
    api.get<Providers>('/provider'),
    api.get<Record<string, AuthMethod[]>>('/provider/auth'),
    api.get<{ provider?: Record<string, unknown> }>('/config'),
  ]);
  checkProvider(id, [...new Set([...all.map((one) => one.id), ...Object.keys(methods), ...Object.keys(configured)])]);
}

export const authRemove = tool({
  name: 'opencode_auth_remove',
  title: 'Remove an API key',
  toolset: 'config',
  description: 'Remove the API key of a provider from OpenCode.',
  annotations: replaces,
  input: z.object({ directory, provider }),
  output,
  async run({ directory: asked, provider: id }, call) {
    const api = await call.api(asked);
    await checkKnown(api, id);
    await api.send('DELETE', `/auth/${id}`);
    const effective = await reload(call.app, api, 'project');
    const { connected } = await api.get<Providers>('/provider');
    return { provider: id, stored: false, connected: connected.includes(id), effective };
  },
});
