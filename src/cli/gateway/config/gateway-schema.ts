import { STATE_KEY_LENGTH } from '../../../gateway/state/state-key.ts';

const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: text } as const;

/** Closed objects, because a misspelled setting must not be ignored. */
function closed(properties: Readonly<Record<string, object>>, required: readonly string[] = []): object {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

const positive = (description: string): object => ({ type: 'integer', minimum: 1, description });

const view = {
  ...closed({
    only: { ...texts, description: 'Servers to include.' },
    allow: { ...texts, description: 'Tools to include (glob).' },
    deny: { ...texts, description: 'Tools to exclude (glob).' },
    names: { enum: ['prefixed', 'plain'], description: 'Style of tool names.' },
    search: { enum: ['off', 'on', 'auto'], description: 'Replace the tool list by two search tools.' },
  }),
  description: 'What a group of users sees.',
};

const listen = closed({
  host: { ...text, description: 'Address to listen on. Default: this machine only.' },
  port: { type: 'integer', minimum: 0, maximum: 65_535, description: 'Default: a free one.' },
  publicUrl: { ...text, description: 'The address that clients use, if it is another one, such as that of a proxy.' },
  cert: { ...text, description: 'File with the TLS certificate and its chain (PEM). Read again when it changes.' },
  key: { ...text, description: 'File with the private key (PEM).' },
  behindProxy: { ...texts, description: 'Addresses or ranges of proxies whose forwarding headers are trusted.' },
});

const oauth = closed(
  {
    issuer: { ...text, description: 'Authorization server, exactly as its tokens name it.' },
    audience: { ...text, description: 'What tokens must be issued for. Default: publicUrl with /mcp.' },
    scopes: { ...texts, description: 'Scopes that every token needs.' },
    groupsClaim: { ...text, description: 'Claim with the groups of a user. Default: groups.' },
    groups: {
      type: 'array',
      items: closed({ group: text, view: { ...text, description: 'Name of a view. Default: everything.' } }, ['group']),
      description: 'Groups that may use the gateway. The first one that a user has decides; without any, 403.',
    },
  },
  ['issuer'],
);

const records = ['none', 'hash', 'keep'];

const limits = closed({
  perSecond: positive('Requests of one principal per second.'),
  burst: positive('Requests of one principal at once.'),
  sessions: positive('HTTP sessions.'),
  pending: positive('HTTP requests in flight.'),
  pendingPerClient: positive('HTTP requests in flight per client.'),
  bodyBytes: positive('Size of a request.'),
});

/** The schema of `gateway.json`, which `serve --config` reads. */
export const gatewaySchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'gateway.json',
  description: 'Settings of `plugboard serve`, read with `--config`. Texts may contain references such as ${TOKEN}.',
  ...closed({
    $schema: { type: 'string' },
    listen: { ...listen, description: 'Where the gateway listens. Needs a restart, except for the certificate.' },
    auth: { ...closed({ oauth }), description: 'Who may use the gateway, beside named tokens.' },
    state: { ...text, description: 'Where shared state is kept: memory, or a Redis URL. Needs a restart.' },
    stateKey: {
      type: 'string',
      minLength: STATE_KEY_LENGTH,
      description:
        'Secret of all gateways for data in the shared state: ${PLUGBOARD_STATE_KEY}, the default. Needs a restart.',
    },
    isolation: {
      ...closed({
        default: { enum: ['shared', 'user'], description: 'For servers that are not listed. Default: shared.' },
        servers: { type: 'object', additionalProperties: { enum: ['shared', 'user'] } },
        processes: positive('Processes per server that belong to single users. Default: 32.'),
      }),
      description: 'Whether users share the process of a local server, or each has their own. Needs a restart.',
    },
    credentials: {
      ...closed({
        default: { enum: ['shared', 'user'], description: 'For servers that are not listed. Default: shared.' },
        servers: { type: 'object', additionalProperties: { enum: ['shared', 'user'] } },
      }),
      description: 'Whether users share the credentials of a server, or each signs in to it. Needs a restart.',
    },
    limits: { ...limits, description: 'Limits of the HTTP endpoint.' },
    views: { type: 'object', additionalProperties: view, description: 'Views by name.' },
    telemetry: {
      ...closed(
        {
          endpoint: { ...text, description: 'Collector of OpenTelemetry data: OTLP over HTTP as JSON.' },
          headers: { type: 'object', additionalProperties: text, description: 'Sent with the data.' },
          serviceName: { ...text, description: 'Default: plugboard.' },
        },
        ['endpoint'],
      ),
      description: 'Where traces and metrics go. Default: OTEL_EXPORTER_OTLP_ENDPOINT. Needs a restart.',
    },
    audit: {
      ...closed({
        file: { ...text, description: 'File to append one JSON line per call to; "-" is standard output.' },
        stream: positive('Entries to keep in a stream of the shared state, which all gateways append to.'),
        arguments: { enum: records, description: 'What is recorded of arguments. Default: none.' },
        servers: {
          type: 'object',
          additionalProperties: { enum: records },
          description: 'What is recorded of arguments of single servers.',
        },
      }),
      description: 'Who called what. Needs a restart.',
    },
  }),
};
