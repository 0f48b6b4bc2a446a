import type { Server } from '../src/model/server.ts';
import type { Session } from '../src/runtime/connect/session/session.ts';
import { argumentsFor } from './arguments.ts';
import { visit } from './visitor.ts';

type Context = Readonly<Record<string, unknown>>;
type Scenario = (url: string, context: Context) => Promise<void>;

/** Scenarios that need more than the server's URL; all others use the generic visitor. */
const special: Readonly<Record<string, Scenario>> = {
  'auth/pre-registration': async (url, context) => visit({ url, auth: clientIn(context) }, tryEverything),
  'auth/client-credentials-basic': async (url, context) => visit({ url, auth: programIn(context) }, tryEverything),
  'auth/client-credentials-jwt': async (url, context) => visit({ url, auth: programIn(context) }, tryEverything),
  'http-custom-headers': async (url, context) =>
    visit({ url }, async (session) => {
      await session.listAll('tools');
      for (const call of context['toolCalls'] as Record<string, unknown>[]) await session.request('tools/call', call);
    }),
  // The listed tool is not implemented.
  'json-schema-ref-no-deref': async (url) =>
    visit({ url }, async (session) => {
      await session.listAll('tools');
    }),
  'json-schema-2020-12-preservation': async (url) =>
    visit({ url }, async (session) => {
      const [{ inputSchema: schema } = {}] = await session.listAll('tools');
      await session.request('tools/call', { name: 'json_schema_echo', arguments: { schema } });
    }),
};

export function scenarioFor(name: string): Scenario {
  return special[name] ?? (async (url) => visit({ url }, tryEverything));
}

/** Lists everything, calls each tool, reads each resource, gets each prompt. */
async function tryEverything(session: Session): Promise<void> {
  for (const { name, inputSchema } of await session.listAll('tools')) {
    await session.request('tools/call', { name, arguments: argumentsFor(inputSchema) });
  }
  for (const { uri } of await session.listAll('resources')) await session.request('resources/read', { uri });
  for (const { name } of await session.listAll('prompts')) await session.request('prompts/get', { name });
}

type Auth = NonNullable<Server['auth']>;

function clientIn({ client_id: clientId, client_secret: clientSecret }: Context): Auth {
  return { type: 'oauth', clientId: String(clientId), clientSecret: String(clientSecret) };
}

function programIn(context: Context): Auth {
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: privateKey } = context;
  const { signing_algorithm: algorithm = 'ES256' } = context;
  return {
    type: 'oauth',
    grantType: 'client_credentials',
    clientId: String(clientId),
    ...(typeof clientSecret === 'string' && { clientSecret }),
    ...(typeof privateKey === 'string' && { privateKey, algorithm: String(algorithm) }),
  };
}
