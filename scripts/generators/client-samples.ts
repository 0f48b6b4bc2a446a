import type { Server } from '../../src/model/server.ts';

interface Sample {
  readonly shown: string;
  readonly server: Server;
  /** The same server without the sampled field. */
  readonly basis: Server;
  /** Included only for clients that support this field. */
  readonly partOf?: string;
}

const local: Server = { transport: 'stdio', command: 'npx' };
const remote: Server = { transport: 'http', url: 'https://example.com/mcp' };

/** The servers of the examples. */
export const exampleServers = {
  files: {
    transport: 'stdio',
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv/files'],
    env: { LOG_LEVEL: 'info' },
  },
  docs: { transport: 'http', url: 'https://docs.example.com/mcp', headers: { 'X-Team': 'blue' } },
} as const satisfies Readonly<Record<string, Server>>;

/** One canonical server per feature that clients may support. */
export const samples: readonly Sample[] = [
  { shown: 'a `stdio` server', server: local, basis: {} },
  { shown: 'an `http` server', server: remote, basis: {} },
  { shown: 'an `sse` server', server: { ...remote, transport: 'sse' }, basis: {} },
  added('`args`', local, { args: ['-y', 'server'] }),
  added('`env`', local, { env: { LEVEL: 'debug' } }),
  added('a reference in `env`', local, { env: { TOKEN: '${TOKEN}' } }),
  added('a default in `env`', local, { env: { PORT: '${PORT:-8080}' } }),
  added('a reference in `args`', local, { args: ['${TOKEN}'] }),
  added('`cwd`', local, { cwd: '/srv' }),
  added('`headers`', remote, { headers: { 'X-Team': 'blue' } }),
  added('a reference in `headers`', remote, { headers: { Authorization: 'Bearer ${TOKEN}' } }),
  { shown: 'a reference in `url`', server: { ...remote, url: 'https://${HOST}/mcp' }, basis: remote },
  added('`disabled`', local, { disabled: true }),
  added('`timeout` (seconds)', local, { timeout: 30 }),
  added('`retries`', local, { retries: 2 }),
  added('`platforms`', local, { platforms: ['linux'] }),
  added('`auth`', remote, { auth: { type: 'oauth' } }),
  ...Object.entries({
    clientId: 'id',
    clientSecret: '${SECRET}',
    scopes: ['read', 'write'],
    callbackPort: 8787,
    redirectUri: 'http://127.0.0.1:8787/callback',
    metadataUrl: 'https://example.com/.well-known/oauth-authorization-server',
  }).map(([field, value]) => ({
    ...added(`\`auth.${field}\``, remote, { auth: { type: 'oauth', [field]: value } }),
    partOf: 'auth',
  })),
  added('`tools.allow`', local, { tools: { allow: ['read'] } }),
  added('`tools.deny`', local, { tools: { deny: ['delete'] } }),
  added('`title`', local, { title: 'Files' }),
  added('`description`', local, { description: 'What it does' }),
];

function added(shown: string, basis: Server, fields: Server): Sample {
  return { shown, server: { ...basis, ...fields }, basis };
}
